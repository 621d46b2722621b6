import { refuse } from '@perene/api/refusals';
import type { MinterReading, MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { bindElement } from '../bindings/bind-element.ts';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import type { MinterTools, MinterWork } from '../minters/minter-work.ts';
import { bindChanges, DELETED, secondsOf, takeName } from '../names/register-name.ts';
import { idOfPath, isDomain, type Purl, readType, refuseTarget, TYPE_ELEMENT, writeType } from './purl.ts';
import { type PurlProblem, type ReadPurls, readHtaccess } from './read-htaccess.ts';
import { readPurlXml } from './read-purl-xml.ts';

/** Whoever asks, by the key. */
export interface PurlRequester {
  readonly name: string;
  /** Whether it may change what others maintain. */
  readonly isMaster: boolean;
  readonly contact: string;
}

export interface PurlView extends Purl {
  readonly domain: string;
  readonly path: string;
  readonly owner: string | undefined;
  readonly maintainers: readonly string[];
}

interface PurlRequest {
  readonly status?: Purl['status'] | undefined;
  readonly isPartial?: boolean | undefined;
  readonly target?: string | undefined;
  /** The path of the PURL from which everything else is taken. */
  readonly clones?: string | undefined;
  readonly maintainers?: readonly string[] | undefined;
}

interface ImportedPurls {
  /** How many PURLs and rules were made or changed. */
  readonly set: number;
  readonly rules: number;
  readonly problems: readonly PurlProblem[];
}

/** The operations on PURLs; a domain is a minter. */
export interface PurlOperations {
  show(domain: string, path: string): Promise<PurlView>;
  set(domain: string, path: string, request: PurlRequest, requester: PurlRequester): Promise<PurlView>;
  /** Makes PURLs of a file, in one transaction; with `isTrial` nothing is changed. */
  bring(
    domain: string,
    request: { readonly format: PurlFormat; readonly text: string; readonly isTrial: boolean },
    requester: PurlRequester,
  ): Promise<ImportedPurls>;
}

export type PurlFormat = 'xml' | 'htaccess';

const READERS: Readonly<Record<PurlFormat, (text: string, domain: string) => ReadPurls>> = {
  xml: readPurlXml,
  htaccess: readHtaccess,
};
const OWNER = '_owner';
const MAINTAINERS = '_maintainers';
const MEMBERS = '_members';
const MAX_TEXT = 8_192;
const MAX_GROUPS = 20;

export const createPurls = ({
  store,
  publicUrl,
  ...tools
}: MinterTools & {
  readonly store: Pick<MinterStore, 'read' | 'change'>;
  readonly publicUrl: string;
}): PurlOperations => {
  const change = async <Result>(
    domain: string,
    { contact }: PurlRequester,
    work: (minter: MinterWriting, work: MinterWork) => Promise<Result>,
    ids?: readonly string[],
  ): Promise<Result> =>
    orRefuse(
      domain,
      await store.change(
        domain,
        (minter) => {
          refuseOther(minter);
          return work(minter, { ...tools, contact, log: () => undefined });
        },
        ids,
      ),
    );
  const set = async (
    minter: MinterWriting,
    work: MinterWork,
    { id, purl, maintainers, requester }: Setting,
  ): Promise<void> => {
    refuseTarget(purl, { publicUrl });
    const before = await readPurl(minter, id);
    if (before !== undefined && !(await mayChange(minter, before, requester))) throw refuse('purl-owned', { path: id });
    const now = secondsOf(work);
    if (before === undefined) await takeName(minter, work, id);
    const created = before === undefined ? [[OWNER, requester.name] as const, ['_created', now] as const] : [];
    const kept = maintainers === undefined ? [] : [[MAINTAINERS, maintainers.join(', ') || undefined] as const];
    const changes = new Map([
      ...created,
      ...kept,
      [TYPE_ELEMENT, writeType(purl)] as const,
      [TARGET_ELEMENT, purl.target] as const,
      ['_updated', now] as const,
      [DELETED, undefined] as const,
    ]);
    await bindChanges(minter, work, { id, changes });
  };

  return {
    show: (domain, path) => showPurl(store, domain, path),
    async set(domain, path, { clones, maintainers, ...given }, requester) {
      const id = idOfPath(path);
      const source = clones === undefined ? undefined : await showPurl(store, domain, clones);
      await change(
        domain,
        requester,
        async (minter, work) => {
          const before = await readPurl(minter, id);
          const purl = {
            status: given.status ?? source?.status ?? before?.status ?? 302,
            isPartial: given.isPartial ?? source?.isPartial ?? before?.isPartial ?? false,
            target: given.target ?? source?.target ?? before?.target,
          };
          await set(minter, work, { id, purl, maintainers, requester });
          return true;
        },
        [id],
      );
      return showPurl(store, domain, path);
    },
    async bring(domain, { format, text, isTrial }, requester) {
      const { purls, rules, problems } = READERS[format](text, domain);
      if (isTrial) {
        orRefuse(domain, await store.read(domain, async (minter) => refuseOther(minter)));
        return { set: purls.length, rules: rules.length, problems };
      }
      return change(domain, requester, async (minter, work) => {
        for (const { path, maintainers, ...purl } of purls) {
          await set(minter, work, { id: idOfPath(path), purl, maintainers, requester });
        }
        for (const { pattern, status, replacement } of rules) {
          const id = `:idmap/${pattern}`;
          const bind = (element: string, value: string) =>
            bindElement(minter, work, { how: 'set', id, element, value: Buffer.from(value) });
          if (replacement !== undefined) await bind(TARGET_ELEMENT, replacement);
          await bind(TYPE_ELEMENT, writeType({ status, isPartial: false }));
        }
        return { set: purls.length, rules: rules.length, problems };
      });
    },
  };
};

interface Setting {
  readonly id: string;
  readonly purl: Purl;
  readonly maintainers: readonly string[] | undefined;
  readonly requester: PurlRequester;
}

const orRefuse = <Result>(domain: string, result: Result | undefined): Result => {
  if (result !== undefined) return result;
  throw refuse('minter-not-found', { minter: domain.slice(0, 100) });
};

const refuseOther = ({ definition }: MinterReading): true => {
  if (!isDomain(definition)) throw refuse('purl-invalid', { reason: 'domain', domain: definition.name });
  return true;
};

const showPurl = async (store: Pick<MinterStore, 'read'>, domain: string, path: string): Promise<PurlView> => {
  const id = idOfPath(path);
  const found = orRefuse(
    domain,
    await store.read(domain, async (minter) => {
      refuseOther(minter);
      return { purl: await readPurl(minter, id) };
    }),
  );
  if (found.purl === undefined) throw refuse('purl-not-found', { purl: `${domain}/${path}`.slice(0, 200) });
  return { domain, path: id, ...found.purl };
};

type KnownPurl = Omit<PurlView, 'domain' | 'path'>;

const readPurl = async (minter: MinterReading, id: string): Promise<KnownPurl | undefined> => {
  const names = [TARGET_ELEMENT, TYPE_ELEMENT, OWNER, MAINTAINERS];
  const texts = await minter.shortTexts([id], names, MAX_TEXT);
  const bound = new Map(texts.map(({ element, value }) => [element, value]));
  if (!bound.has(TARGET_ELEMENT) && !bound.has(TYPE_ELEMENT)) return undefined;
  return {
    ...readType(bound.get(TYPE_ELEMENT)),
    target: bound.get(TARGET_ELEMENT),
    owner: bound.get(OWNER),
    maintainers: readNames(bound.get(MAINTAINERS)),
  };
};

const readNames = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A maintainer is the name of a key or a person, or `@` and the name of a group of the domain. */
const mayChange = async (
  minter: MinterReading,
  { owner, maintainers }: KnownPurl,
  requester: PurlRequester,
): Promise<boolean> => {
  if (requester.isMaster || owner === undefined || owner === requester.name) return true;
  const groups = maintainers.filter((name) => name.startsWith('@')).slice(0, MAX_GROUPS);
  const members = await minter.shortTexts(groups, [MEMBERS], MAX_TEXT);
  const names = [...maintainers, ...members.flatMap(({ value }) => readNames(value))];
  return names.includes(requester.name);
};
