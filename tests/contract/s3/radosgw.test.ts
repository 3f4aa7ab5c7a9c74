import { describe } from 'vitest';
import { describeContract } from './contract.ts';
import { installed } from './installed.ts';
import { startRadosgw } from './radosgw.ts';
import { RADOSGW_GAPS } from './radosgw-gaps.ts';

const there = installed('radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool');

describe.skipIf(!there)('an independent S3, Ceph radosgw, keeps the same promises', () => {
  describeContract(startRadosgw, RADOSGW_GAPS);
});
