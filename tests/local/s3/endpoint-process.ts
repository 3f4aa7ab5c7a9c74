// An endpoint as a process of its own, to be killed: node endpoint-process.ts FOLDER. Prints its URL;
// answers each line on standard input with the most memory it has used, in KiB.
import { startS3 } from '../../../local/s3/start.ts';

const [folder = ''] = process.argv.slice(2);
const { url } = await startS3({ folder, deliver: () => undefined });
console.log(url);
process.stdin.on('data', () => console.log(process.resourceUsage().maxRSS));
