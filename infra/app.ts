// What `cdk` runs:
//   npx cdk deploy -c alarmTopic=arn:aws:sns:… -c reserve=false
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { FunctionName } from './names.ts';
import { nimbus } from './nimbus.ts';

/** A function's bundle is not there, so there is nothing to deploy. */
class MissingBundle extends Error {
  constructor(path: string) {
    super(`${path}: found nothing, allowed a bundled function; run npm run bundle first`);
    this.name = 'MissingBundle';
  }
}

function bundleOf(name: FunctionName): Code {
  const path = `dist/functions/${name}`;
  const folder = fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (!existsSync(`${folder}/index.mjs`)) throw new MissingBundle(`${path}/index.mjs`);
  return Code.fromAsset(folder);
}

nimbus({ code: bundleOf });
