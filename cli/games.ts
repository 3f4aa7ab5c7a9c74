import type { Context } from './context.ts';
export default async function games(this: Context): Promise<void> {}
