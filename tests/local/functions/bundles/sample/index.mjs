// A function that does what its event names.
import { spawnSync } from 'node:child_process';

let runs = 0;

const deeds = {
  echo: ({ value }) => value,
  nothing: () => undefined,
  count: () => ++runs,
  environment: ({ key }) => process.env[key] ?? null,
  context: (_event, context) => ({ ...context, remaining: context.getRemainingTimeInMillis() }),
  large: ({ bytes }) => 'x'.repeat(bytes),
  circular: () => {
    const loop = {};
    loop.loop = loop;
    return loop;
  },
  fail: ({ name }) => {
    throw Object.assign(new Error('as asked'), { name });
  },
  failWithText: () => {
    throw 'a text';
  },
  spin: () => {
    for (;;) runs++;
  },
  wait: () => new Promise(() => setInterval(() => runs, 1000)),
  exit: () => process.exit(3),
  strayError: async () => {
    setTimeout(() => {
      throw new RangeError('thrown outside of the handler');
    });
    await new Promise(() => setInterval(() => runs, 1000));
  },
  print: () => {
    console.log('{"level":"INFO","message":"structured"}');
    console.error('to stderr, ä');
    process.stdout.write('in two ');
    process.stdout.write(Buffer.from('pieces\nand without an end'));
  },
  printLate: async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log('late');
  },
  printAndSpin: () => {
    console.log('before the loop');
    for (;;) runs++;
  },
  child: () => spawnSync(process.execPath, ['-p', '6 * 7'], { encoding: 'utf8' }).stdout,
};

export const handler = async (event, context) => deeds[event.deed](event, context);
