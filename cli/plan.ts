import type { Context } from './context.ts';
export default async function plan(this: Context): Promise<void> {}
