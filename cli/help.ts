import type { Context } from './context.ts';
export default async function help(this: Context): Promise<void> {}
