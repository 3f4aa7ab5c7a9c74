import { describe } from 'vitest';
import { startS3 } from '../../../local/s3/start.ts';
import { newFolder } from '../../cli/command.ts';
import { describeContract } from './contract.ts';

describe('the embedded endpoint keeps the promises of S3', () => {
  describeContract(async () => {
    const { url, close } = await startS3({ folder: newFolder('s3'), deliver: () => undefined });
    return { url, stop: close };
  }, {});
});
