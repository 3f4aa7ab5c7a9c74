import * as v from 'valibot';
import { parse } from 'yaml';

/** What `nimbus.yaml` may say about the files of its folder and below. */
const Settings = v.strictObject({
  game: v.optional(v.string()),
  ext: v.optional(v.picklist(['out', 'ans', 'a'])),
});

export type Settings = v.InferOutput<typeof Settings>;

/** The settings file of a folder is of no use. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The content of one `nimbus.yaml`; throws SettingsError with the place of what is wrong. */
export function readSettings(path: string, text: string): Settings {
  const content = parseYaml(path, text);
  const result = v.safeParse(Settings, content ?? {});
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? '';
  const found = issue.received === `"${key}"` ? `the key ${key}` : `${key} = ${issue.received}`;
  const allowed = 'the keys game and ext (out, ans or a)';
  throw new SettingsError(`${path}: settings/field: found ${found}, allowed ${allowed}`);
}

/** The `short_name` or `name` of a Kattis `problem.yaml`, where it is a plain text; else null. */
export function problemName(path: string, text: string): string | null {
  const content = parseYaml(path, text) as { short_name?: unknown; name?: unknown } | null;
  const name = content?.short_name ?? content?.name;
  return typeof name === 'string' ? name : null;
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 10 });
  } catch (error) {
    throw new SettingsError(`${path}: settings/yaml: ${(error as Error).message}`);
  }
}
