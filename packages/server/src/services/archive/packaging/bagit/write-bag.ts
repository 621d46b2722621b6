import { titleIn } from '@perene/core/item';
import { copyContent, putInPlace, writeRecord } from '../copy-content.ts';
import { metadataOf } from '../exported-description.ts';
import {
  FILES_FOLDER,
  type PackageFormat,
  type PackageTarget,
  type PackedItem,
  RECORD_NAME,
} from '../package-format.ts';

const ALGORITHMS = ['sha256', 'sha512'] as const;
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8';

/** Each item in a bag of its own (BagIt 1.0, RFC 8493), in a folder named after its label. */
export const BAGIT: PackageFormat = {
  begin: async () => undefined,
  async write(target, item) {
    const { folder, root, work } = target;
    const to = `${root}/${item.repository}`;
    if ((await folder.readText(`${to}/data/${RECORD_NAME}`)) === `${item.text}\n`) return false;
    const from = `${work}/${item.repository}`;
    await folder.remove(from);
    for (const file of item.files) {
      await copyContent(target, item, { file, to: `${from}/data/${FILES_FOLDER}/${file.place}` });
    }
    await writeRecord(target, `${from}/data`, item);
    const payload = [RECORD_NAME, ...item.files.map(({ place }) => `${FILES_FOLDER}/${place}`)];
    const bytes = await writeManifests(target, from, { prefix: '', paths: payload.map((path) => `data/${path}`) });
    await folder.writeText(`${from}/bagit.txt`, DECLARATION);
    await folder.writeText(`${from}/bag-info.txt`, describeBag(item, `${bytes}.${payload.length}`));
    const tags = ['bag-info.txt', 'bagit.txt', ...ALGORITHMS.map((name) => `manifest-${name}.txt`)];
    await writeManifests(target, from, { prefix: 'tag', paths: tags });
    await putInPlace(target, { from, to });
    return true;
  },
};

/** Returns how many bytes the files have together. */
const writeManifests = async (
  { folder }: PackageTarget,
  bag: string,
  { prefix, paths }: { readonly prefix: string; readonly paths: readonly string[] },
): Promise<number> => {
  const lines = { sha256: [] as string[], sha512: [] as string[] };
  let total = 0;
  for (const path of paths.toSorted()) {
    const { bytes, ...hashes } = await folder.digest(`${bag}/${path}`);
    for (const name of ALGORITHMS) lines[name].push(`${hashes[name]}  ${path}`);
    total += bytes;
  }
  for (const name of ALGORITHMS) {
    await folder.writeText(`${bag}/${prefix}manifest-${name}.txt`, lines[name].join('\n'));
  }
  return total;
};

const describeBag = ({ repository, record }: PackedItem, oxum: string): string => {
  const title = titleIn(metadataOf(record)).replaceAll(/\s+/g, ' ');
  return [
    `External-Identifier: ${repository}`,
    `External-Description: ${title}`,
    `Payload-Oxum: ${oxum}`,
    'Bag-Software-Agent: Perene',
  ].join('\n');
};
