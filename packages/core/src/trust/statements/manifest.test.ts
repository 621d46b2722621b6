import { describe, expect, it } from 'vitest';
import { readTrustVectors, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import { sha256 } from '../sha256.ts';
import { formatManifest, hashManifest, type Manifest, parseManifest } from './manifest.ts';

const vectors = readTrustVectors<{
  readonly valid: readonly {
    readonly name: string;
    readonly manifest: unknown;
    readonly canonical: string;
    readonly hash: string;
  }[];
  readonly invalid: readonly { readonly manifest: unknown; readonly problem: string; readonly why: string }[];
}>('manifests.json'); // vectors/trust/manifests.json

const [plain] = vectors.valid;
const withMembers = (members: object): unknown => ({ ...(plain?.manifest as object), ...members });
const file = { path: 'a', bytes: 1, sha256: '0'.repeat(64) };

describe('a manifest', () => {
  it.each(vectors.valid)('$name', ({ manifest, canonical, hash }) => {
    const read = unwrap(parseManifest(manifest));
    expect(formatManifest(read)).toBe(canonical);
    expect(hashManifest(read, sha256)).toBe(hash);
    expect(unwrap(parseManifest(JSON.parse(canonical)))).toEqual(
      unwrap(parseManifest(JSON.parse(formatManifest(read)))),
    );
  });

  it('is the same in whatever order files, labels and fields are given', () => {
    const { labels, files, metadata } = unwrap(parseManifest(vectors.valid[3]?.manifest));
    const turned: Manifest = {
      labels: [...labels].reverse(),
      files: [...files].reverse().map(({ path, bytes, sha256: hash }) => ({ sha256: hash, bytes, path })),
      metadata: Object.fromEntries(Object.entries(metadata).reverse()),
    };
    expect(formatManifest(turned)).toBe(vectors.valid[3]?.canonical);
  });

  it('leaves out what else is known of a file or a value', () => {
    const { labels } = unwrap(parseManifest(plain?.manifest));
    const files = [{ ...file, mediaType: 'text/plain' }];
    const metadata = { title: [{ value: 'x', id: 7 }] };
    const written = formatManifest({ labels, files, metadata });
    expect(parseManifest(JSON.parse(written))).toMatchObject({ ok: true });
  });

  it('is another one if the order of values is', () => {
    const value = { labels: [], files: [], metadata: { title: [{ value: 'a' }, { value: 'b' }] } };
    const other = { ...value, metadata: { title: [{ value: 'b' }, { value: 'a' }] } };
    expect(hashManifest(value, sha256)).not.toBe(hashManifest(other, sha256));
  });

  it.each(vectors.invalid)('is refused: $why', ({ manifest, problem }) => {
    expect(parseManifest(manifest)).toMatchObject({ ok: false, problem, position: 0 });
  });

  it.each([
    ['labels', { labels: Array.from({ length: 1_001 }, (_, index) => `a.b/c/2009/01.01.00.00.00.${index}1`) }],
    ['files', { files: Array.from({ length: 10_001 }, (_, index) => ({ ...file, path: `${index}` })) }],
    ['files', { files: [{ ...file, path: 'a'.repeat(4_097) }] }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, []])) }],
    ['metadata', { metadata: { title: Array.from({ length: 10_001 }, () => ({ value: '' })) } }],
  ])('has limits for its %s', (name, members) => {
    expect(parseManifest(withMembers(members))).toMatchObject({ ok: false, problem: `manifest/${name}` });
  });

  it.each([
    { labels: Array.from({ length: 1_000 }, (_, index) => `a.b/c/2009/01.01.00.00.00.${index}1`) },
    {
      files: [
        { ...file, path: 'a'.repeat(4_096) },
        { ...file, bytes: 0 },
      ],
    },
  ])('may be as large as that', (members) => {
    expect(parseManifest(withMembers(members))).toMatchObject({ ok: true });
  });
});
