// Writes the guide to packages/server/dist/docs, from where the node serves it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildDocs } from './build-docs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}packages/server/dist/docs/`;

const pages = await buildDocs();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(`${root}docs/images`, `${folder}images`, { recursive: true });
cpSync(`${root}tools/build-docs/guide.css`, `${folder}guide.css`);
for (const [name, html] of pages) writeFileSync(`${folder}${name}`, html);
