import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  type S3Client,
  UploadPartCommand,
  type UploadPartCommandInput,
} from '@aws-sdk/client-s3';

type CreateRest = Omit<CreateMultipartUploadCommandInput, 'Bucket' | 'Key'>;
type PartRest = Partial<UploadPartCommandInput>;

/** One multipart upload, step by step. */
export class MultipartUpload {
  readonly at: { readonly Bucket: string; readonly Key: string; readonly UploadId: string };
  readonly #client: S3Client;

  private constructor(client: S3Client, at: MultipartUpload['at']) {
    this.#client = client;
    this.at = at;
  }

  static async start(
    client: S3Client,
    where: { Bucket: string; Key: string },
    rest: CreateRest = {},
  ): Promise<MultipartUpload> {
    const { UploadId = '' } = await client.send(
      new CreateMultipartUploadCommand({ ...where, ...rest }),
    );
    return new MultipartUpload(client, { ...where, UploadId });
  }

  async part(PartNumber: number, Body: Buffer, rest: PartRest = {}): Promise<CompletedPart> {
    const command = new UploadPartCommand({ ...this.at, PartNumber, Body, ...rest });
    const { ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA256 } =
      await this.#client.send(command);
    const told = { PartNumber, ETag, ChecksumCRC32, ChecksumCRC32C };
    return { ...told, ChecksumCRC64NVME, ChecksumSHA256 };
  }

  complete(Parts: CompletedPart[], rest: { IfNoneMatch?: string; IfMatch?: string } = {}) {
    const MultipartUpload = { Parts };
    return this.#client.send(
      new CompleteMultipartUploadCommand({ ...this.at, MultipartUpload, ...rest }),
    );
  }
}
