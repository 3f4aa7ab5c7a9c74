import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { nimbus } from '../../infra/nimbus.ts';

/** A stand-in for the bundles, so that the tests need none. */
const code = () => Code.fromInline('export const handler = async () => null;');

/**
 * The stack as CloudFormation gets it.
 * @param plant changes it before it is synthesised
 * @throws what synthesis throws: guards and open findings
 */
export function synthesised(
  context: Readonly<Record<string, string>> = {},
  plant: (stack: Stack) => void = () => undefined,
): { app: App; template: Template } {
  const outdir = mkdtempSync(join(tmpdir(), 'nimbus-synth-'));
  try {
    const app = nimbus({ code }, { outdir, postCliContext: { ...context } });
    plant(app.node.findChild('nimbus') as Stack);
    return { app, template: Template.fromJSON(app.synth().getStackByName('nimbus').template) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Joins and references as one line: `arn:<Partition>:s3:::nimbus-in-<AccountId>-<Region>/inbox/*`. */
export function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value}`;
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as Record<string, unknown>;
  if (Ref !== undefined) return `<${`${Ref}`.replace('AWS::', '')}>`;
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  if (!Array.isArray(join)) throw new TypeError(`no text: ${JSON.stringify(value)}`);
  return (join[1] as unknown[]).map(textOf).join('');
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
