import { functionBundles } from '../../local/bundles.ts';

/** Bundles once, before tests that run side by side would each do it for themselves. */
export default async function setUp(): Promise<void> {
  await functionBundles();
}
