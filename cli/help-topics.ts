/** What `nimbus help TOPIC` says about what is no verb and no game. */
export const topics: Readonly<Record<string, string>> = {
  'exit-codes': `Exit codes

  0    every instance has a result
  1    finished, but some instances ended in an error or differ; the others are written
  2    the command line is wrong; nothing was touched
  3    the input was refused as a whole; nothing was solved
  4    storage gave up; running again goes on
  5    stopped on purpose (--fail-fast, nimbus cancel); running again, or nimbus resume, goes on
  6    two solvers, or a solver and its certificate, disagree: a bug of nimbus
  70   internal error
  130  interrupted; running again goes on
`,
  inputs: `Inputs

Files by their names: X.in, X.txt, 01 (Polygon), input1.txt (Hydro), and X.jsonl with one
instance a line: {"game": "delete-nim", "id": "a", "text": "1\\n2\\n1 2\\n", "expect": "YES"}.
Folders are searched at any depth, but for hidden ones and node_modules. Answers (.out, .ans,
.a), results and other files are left alone, and counted. A file named on the command line is
taken whatever its name is. - is a file on standard input.

X.in.gz and X.in.zst are the file that is packed, X.jsonl.gz is its lines. tests.zip, tests.tar,
tests.tar.gz and tests.tar.zst are batches of the files in them, called tests.zip/secret/01.in;
nimbus.yaml and problem.yaml count in them as in a folder. Their answers go below -o by the same
names, else into a folder beside the archive, tests.zip.answers. What a container is, its first
bytes tell. One that breaks a rule is refused, with the rule: zip/overlap, zip/ratio, zip/name,
zip/duplicate, zip/too-many-entries (more than 10000; --max-entries allows up to 100000).

The game of a file is, in this order: --game, the key game of the nearest nimbus.yaml at or
below PATH, the first word of the file's name or the nearest folder with a game's name or judge
id (agc016f-03.in, delete-nim/01.in), the short_name in problem.yaml, and else the content,
where it fits exactly one game.

--only and --skip take globs (**/*.in), held against the path below PATH.

Text is UTF-8. A byte order mark, CR LF, trailing blanks or a missing last line end are
accepted with a warning.
`,
  stores: `Stores

nimbus solve, run and plan work on files. submit, status, fetch, resume, cancel, logs and schedule
work on jobs, which lie in a store:

  FOLDER                  the data of nimbus dev; .nimbus, where nothing else is said
  s3://nimbus-in…         a stack on AWS, by either of its two buckets: nimbus-in-ACCOUNT-REGION
  s3://nimbus-out…        is for uploads, nimbus-out-ACCOUNT-REGION for results
  s3://IN,s3://OUT        two buckets of other names

--store names it, else NIMBUS_STORE. submit also takes --to s3://BUCKET/PREFIX, and JOB may be an
address of its own: s3://BUCKET/jobs/ID. A job is named by its id, or by its upload: inbox/KEY.

On AWS credentials, profile and region are those of the AWS command line; --profile and --region
choose. AWS_ENDPOINT_URL leads to another endpoint of S3, such as that of a running nimbus dev.

Users write below inbox/ and nowhere else; nothing there is ever changed. A job has everything
below jobs/ID/ of the other bucket: manifest.json, plan.jsonl.gz, parts/, answers/, results.jsonl,
errors.jsonl, summary.csv, summary.parquet, summary.json, and last DONE.json with the hash of each.
The id follows from the upload, its options and the solvers: the same once more is the same job. A job that is
done never changes; what nimbus resume solves again is ID/g2.

In a folder, jobs are worked on by the nimbus dev that is running on it. Where there is none, submit
and resume solve them in their own process and wait.
`,
  results: `Results

X.out         exactly the judge's bytes, at the same relative path as X.in; only if every case
              of X.in is answered. X.ans where the folder is a Kattis package or has X.ans, X.a
              for Polygon; --ext chooses.
results.jsonl one line a case, in input order: id, file, case, sha256_in, game, status, answer,
              answer_sha256 (of the whole answer file), ms_parse, ms_solve, ops, solver, method,
              warnings, and error {rule, place, found, allowed, hint} for a case without answer.
              Answers to JSON Lines stand here.
errors.jsonl  one line a failed case
summary.csv   one line a case, for a spreadsheet
summary.parquet
              the same for pandas, R and DuckDB: typed columns, and how it was made

Without -o the answers go beside the inputs, and the others into nimbus-results/. Up to 40
instances are shown as a table as well.

A second run solves only what is new, changed, missing or failed. With --only, --skip or --shard
the results of the other files stay. No file of yours is ever replaced: an answer that is there
and differs is kept, named (answer/differs), and the exit code is 1. Only an outdated answer that
nimbus wrote is replaced, and taken back when its input has become wrong.
`,
};
