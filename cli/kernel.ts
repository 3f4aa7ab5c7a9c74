/*
 * Compiles the kernels, which are written in AssemblyScript, to modules that Node, the tests and the
 * bundles import alike: `npm run kernel` after a change under an `assembly` folder.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Relaxed SIMD is for multiply-adds; no result depends on how the machine does them. */
const FLAGS = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='],
  ...['--enable', 'simd', '--enable', 'relaxed-simd', '--enable', 'threads'],
  // v128 values are exchanged between the files of a kernel only.
  ...['--disableWarning', '112'],
];

const SHARED_MEMORY = [
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
];
const OWN_MEMORY = ['--initialMemory', '1', '--maximumMemory', '1'];

/** Folders with a kernel, whose module stands beside `assembly`, and what memory it works on. */
const MEMORIES: Readonly<Record<string, readonly string[]>> = {
  'core/games/dag-subgraph-count': SHARED_MEMORY,
  'core/text/scanner': OWN_MEMORY,
};

export const KERNELS: readonly string[] = Object.keys(MEMORIES);

const OUT = 'kernel.wasm';

export function modulePath(folder: string): string {
  return `${folder}/kernel.wasm.ts`;
}

/** The text of the module of one kernel, whose folder lies below `base`. */
export async function compileKernel(folder: string, base = root): Promise<string> {
  const written = new Map<string, string | Uint8Array>();
  const source = [`${folder}/assembly/index.ts`, '--outFile', OUT, '--baseDir', base];
  const { error, stderr } = await asc.main([...source, ...FLAGS, ...(MEMORIES[folder] ?? [])], {
    writeFile: (name, content) => void written.set(name, content),
  });
  const binary = written.get(OUT);
  if (error !== null || binary === undefined) throw new TypeError(`${folder}: ${stderr}`);
  const text = Buffer.from(binary).toString('base64');
  const lines = text.match(/.{1,92}/g)?.map((line) => `  '${line}'`) ?? [];
  return `/** Compiled from \`assembly\` by \`npm run kernel\`; base64. */\nexport const kernelBase64 =\n${lines.join(' +\n')};\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const folder of KERNELS) {
    writeFileSync(`${root}${modulePath(folder)}`, await compileKernel(folder));
  }
}
