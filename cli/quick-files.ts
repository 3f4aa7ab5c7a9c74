/**
 * The few functions of node:fs that the quickest start needs, fetched and not imported: to import
 * that module evaluates all its getters and takes 3 ms.
 */
export const { closeSync, fstatSync, openSync, readSync, writeSync } =
  process.getBuiltinModule('node:fs');
