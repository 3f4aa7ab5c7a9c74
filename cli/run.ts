import type { Context } from './context.ts';
export default async function run(this: Context): Promise<void> {}
