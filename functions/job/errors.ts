/*
 * What can go wrong with a job beside its instances. Retries of the state machine go by these names.
 */

/** An event is not of the shape that its function is made for. Retrying does not help. */
export class EventError extends Error {
  override readonly name = 'EventError';
}

/** The upload was deleted or replaced while its job was at work, in a bucket that keeps no versions. */
export class InputGoneError extends Error {
  override readonly name = 'InputGoneError';
}

/** An event names a job that does not exist. Retrying does not help. */
export class UnknownJobError extends Error {
  override readonly name = 'UnknownJobError';
}

/** The job was planned by other solvers: this function must leave it to one of its version. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
}

/** Two runs of the same work gave different results: a bug of ours, or of a machine. */
export class DeterminismError extends Error {
  override readonly name = 'DeterminismError';
}

/** A round made no progress, however often its chunks were handed out. */
export class RoundFailedError extends Error {
  override readonly name = 'RoundFailedError';
}
