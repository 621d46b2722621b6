import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Judge, lookAtEach } from '../judge.ts';

const unzip: Judge = {
  name: 'unzip',
  source: { debian: 'unzip', program: 'unzip' },
  about: 'the ZIP file of every item passes the test of its checksums, and has the bytes of each file',
  async judge(node, program) {
    const zipped = node.open.map((item, index) => ({ item, name: `${index}.zip`, folder: `unzipped-${index}` }));
    return lookAtEach(zipped, {
      unit: 'items',
      name: ({ item }) => node.addressOf(item, 'all.zip'),
      async look({ item, name, folder }) {
        const answer = await fetch(node.addressOf(item, 'all.zip'));
        if (!answer.ok) return [`${answer.status} ${await answer.text()}`];
        writeFileSync(join(node.folder, name), await answer.bytes());
        const tested = await program.run(['-tqq', name], { cwd: node.folder });
        if (tested.status !== 0) return [`${tested.stdout}${tested.stderr}`];
        await program.run(['-qq', name, '-d', folder], { cwd: node.folder });
        return Object.entries(item.files)
          .filter(([path, content]) => readFileSync(join(node.folder, folder, path), 'utf8') !== content)
          .map(([path]) => `${path} differs`);
      },
    });
  },
};

export const EXPORTS: readonly Judge[] = [unzip];
