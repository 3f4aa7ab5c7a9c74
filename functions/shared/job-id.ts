import * as v from 'valibot';

/** The id of a job in an event, as io/uploads.ts makes it; `/g2` names a second generation. */
export const JobId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}(\/g\d{1,9})?$/));
