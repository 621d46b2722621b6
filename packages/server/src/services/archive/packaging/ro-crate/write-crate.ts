import { formatRoCrate } from '@perene/core/representation';
import { copyContent, putInPlace, writeRecord } from '../copy-content.ts';
import { describeExported } from '../exported-description.ts';
import { FILES_FOLDER, type PackageFormat, RECORD_NAME } from '../package-format.ts';

export const CRATE_NAME = 'ro-crate-metadata.json';

/** Each item in a research object of its own (RO-Crate 1.2), in a folder named after its label. */
export const RO_CRATE: PackageFormat = {
  begin: async () => undefined,
  async write(target, item) {
    const { folder, root, work } = target;
    const to = `${root}/${item.repository}`;
    if ((await folder.readText(`${to}/${RECORD_NAME}`)) === `${item.text}\n`) return false;
    const from = `${work}/${item.repository}`;
    await folder.remove(from);
    for (const file of item.files) {
      await copyContent(target, item, { file, to: `${from}/${FILES_FOLDER}/${file.place}` });
    }
    await writeRecord(target, from, item);
    const { bytes, sha256 } = await folder.digest(`${from}/${RECORD_NAME}`);
    const parts = [
      { path: RECORD_NAME, place: RECORD_NAME, bytes, sha256, mediaType: 'application/json' },
      ...item.files.map((file) => ({ ...file, place: `${FILES_FOLDER}/${file.place}` })),
    ];
    await folder.writeText(`${from}/${CRATE_NAME}`, formatRoCrate(describeExported(item.record), parts).trimEnd());
    await putInPlace(target, { from, to });
    return true;
  },
};
