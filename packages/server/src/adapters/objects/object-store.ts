import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { Refusal, refuse } from '@perene/api/refusals';

/** Where files are: a bucket, and the beginning of the names of its objects, which ends with a slash or is empty. */
export interface ObjectPlace {
  readonly bucket: string;
  readonly prefix: string;
  /** The address of a store other than that of Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** How a browser is told to take a file that it fetches from the store itself. */
interface LinkHeaders {
  readonly mediaType: string;
  readonly disposition: string | undefined;
}

export interface MultipartUpload {
  /** All parts but the last have at least 5 MiB. */
  addPart(bytes: Buffer): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

/** One bucket. Keys are without the prefix. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | undefined>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** In the order of the keys. */
  list(prefix: string): AsyncGenerator<StoredObject>;
  copy(from: StoredObject, to: string): Promise<void>;
  beginMultipart(key: string): Promise<MultipartUpload>;
  /** Ends uploads in parts that were begun before then, and not completed. */
  sweepMultipart(before: number): Promise<void>;
  link(key: string, headers: LinkHeaders): Promise<string>;
}

const CONNECTION_TIMEOUT_MS = 5_000;
const SILENT_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 4;
/** A copy in one request has at most 5 GB. */
const COPY_PART_BYTES = 1_073_741_824;
const LINK_SECONDS = 300;

/** The package is loaded only where files are in such a store. */
const loadPackage = () => import('@aws-sdk/client-s3');

type Commands = Awaited<ReturnType<typeof loadPackage>>;

export const openObjectStore = ({ bucket, prefix, endpoint, region }: ObjectPlace): ObjectStore => {
  let opening: Promise<{ readonly client: S3Client; readonly s3: Commands }> | undefined;

  const open = async () => {
    const s3 = await loadPackage();
    const client = new s3.S3Client({
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(region === undefined ? endpoint !== undefined && { region: 'us-east-1' } : { region }),
      maxAttempts: MAX_ATTEMPTS,
      // Stores of others do not know the newer checksums; Content-MD5 is known by all.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: SILENT_TIMEOUT_MS },
    });
    return { client, s3 };
  };

  const use = async <Result>(
    key: string,
    work: (parts: { readonly client: S3Client; readonly s3: Commands }) => Promise<Result>,
  ): Promise<Result> => {
    opening ??= open();
    try {
      return await work(await opening);
    } catch (error) {
      throw translate(error, `s3://${bucket}/${prefix}${key}`);
    }
  };
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  const store: ObjectStore = {
    put: (key, bytes) =>
      use(key, async ({ client, s3 }) => {
        await client.send(new s3.PutObjectCommand({ ...place(key), Body: bytes, ContentMD5: md5(bytes) }));
      }),
    get: (key, range) =>
      use(key, async ({ client, s3 }) => {
        const wanted = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
        const found = await orMissing(client.send(new s3.GetObjectCommand({ ...place(key), ...wanted })));
        return found && (bodyOf(found) as Readable);
      }),
    has: (key) =>
      use(
        key,
        async ({ client, s3 }) => (await orMissing(client.send(new s3.HeadObjectCommand(place(key))))) !== undefined,
      ),
    remove: (key) =>
      use(key, async ({ client, s3 }) => {
        await orMissing(client.send(new s3.DeleteObjectCommand(place(key))));
      }),
    async *list(start) {
      for (let after: string | undefined; ; ) {
        const page = await use(start, ({ client, s3 }) =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix + start,
              ...(after && { StartAfter: after }),
            }),
          ),
        );
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          after = Key;
          yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified?.getTime() ?? 0 };
        }
        if (page.IsTruncated !== true) return;
      }
    },
    copy: ({ key: from, bytes }, to) =>
      use(to, async ({ client, s3 }) => {
        const CopySource = encodeURI(`${bucket}/${prefix}${from}`);
        if (bytes <= COPY_PART_BYTES) {
          await client.send(new s3.CopyObjectCommand({ ...place(to), CopySource }));
          return;
        }
        const begun = await client.send(new s3.CreateMultipartUploadCommand(place(to)));
        const upload = { ...place(to), UploadId: begun.UploadId };
        const parts: { ETag: string | undefined; PartNumber: number }[] = [];
        for (let start = 0; start < bytes; start += COPY_PART_BYTES) {
          const CopySourceRange = `bytes=${start}-${Math.min(bytes, start + COPY_PART_BYTES) - 1}`;
          const PartNumber = parts.length + 1;
          const copied = await client.send(
            new s3.UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange }),
          );
          parts.push({ ETag: copied.CopyPartResult?.ETag, PartNumber });
        }
        await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
      }),
    async beginMultipart(key) {
      const begun = await use(key, ({ client, s3 }) => client.send(new s3.CreateMultipartUploadCommand(place(key))));
      const upload = { ...place(key), UploadId: begun.UploadId };
      const parts: { ETag: string | undefined; PartNumber: number }[] = [];
      return {
        addPart: (bytes) =>
          use(key, async ({ client, s3 }) => {
            const PartNumber = parts.length + 1;
            const part = { ETag: undefined as string | undefined, PartNumber };
            parts.push(part);
            const command = new s3.UploadPartCommand({ ...upload, PartNumber, Body: bytes, ContentMD5: md5(bytes) });
            part.ETag = (await client.send(command)).ETag;
          }),
        complete: () =>
          use(key, async ({ client, s3 }) => {
            const command = { ...upload, MultipartUpload: { Parts: parts } };
            await client.send(new s3.CompleteMultipartUploadCommand(command));
          }),
        abort: () =>
          use(key, async ({ client, s3 }) => {
            await orMissing(client.send(new s3.AbortMultipartUploadCommand(upload)));
          }),
      };
    },
    sweepMultipart: (before) =>
      use('', async ({ client, s3 }) => {
        const listing = new s3.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
        const page = await orMissing(client.send(listing));
        for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
          if ((Initiated?.getTime() ?? before) >= before) continue;
          await orMissing(client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })));
        }
      }),
    link: (key, { mediaType, disposition }) =>
      use(key, async ({ client, s3 }) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
        const command = new s3.GetObjectCommand({
          ...place(key),
          ResponseContentType: mediaType,
          ...(disposition && { ResponseContentDisposition: disposition }),
        });
        return getSignedUrl(client, command, { expiresIn: LINK_SECONDS });
      }),
  };
  return store;
};

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

const bodyOf = ({ Body }: GetObjectCommandOutput): unknown => Body;

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { readonly httpStatusCode?: number }).httpStatusCode
    : undefined;

/** Of what is not there, and of lists that some stores do not have. */
const MISSING = ['NoSuchKey', 'NotFound', 'NoSuchUpload', 'NotImplemented'];

const orMissing = async <Result>(asking: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Error && MISSING.includes(error.name)) return undefined;
    throw error;
  }
};

/** A store that does not answer, or refuses, is a matter for the operator, not a defect. */
const translate = (error: unknown, path: string): unknown => {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const isOfStore = statusOf(error) !== undefined || 'code' in error || /Timeout|Credentials/.test(error.name);
  if (!isOfStore) return error;
  const cause = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return refuse('disk-failed', { reason: 'failed', path, cause });
};
