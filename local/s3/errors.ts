/** HTTP status of each error code that the endpoint gives, as S3 documents them. */
const STATUS = {
  AccessDenied: 403,
  BadDigest: 400,
  BucketNotEmpty: 409,
  ConditionalRequestConflict: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IllegalLocationConstraintException: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidTag: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  NotModified: 304,
  PreconditionFailed: 412,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** A request that S3 refuses: the code goes to the client, as XML. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** The folder cannot serve: another endpoint has it, or it was written by another version. */
export class S3FolderError extends Error {
  override readonly name = 'S3FolderError';
}

export function notImplemented(what: string): S3Error {
  return new S3Error('NotImplemented', `A function this request needs is not implemented: ${what}`);
}
