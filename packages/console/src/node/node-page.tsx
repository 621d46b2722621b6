import '../ui/styles/running.css';
import { isReady, type Joining, type NodeFacts, showJoining, showNode } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { FactList } from '../ui/fact-list.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { NODE } from './texts.ts';

const NodePage = () => {
  const texts = useTexts(NODE);
  const { client } = useSession();
  const { loaded, reload } = useLoad(async () => {
    const facts = await showNode(client);
    const joining = facts.roles.includes('archive') ? await showJoining(client) : undefined;
    return { facts, joining, isReady: await isReady() };
  }, [client]);
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          <Notice kind={loaded.value.isReady ? 'done' : 'wrong'}>
            <p>{loaded.value.isReady ? texts.ready : texts.notReady}</p>
          </Notice>
          <Facts facts={loaded.value.facts} />
          {loaded.value.joining !== undefined && <ArchiveSection joining={loaded.value.joining} />}
        </>
      )}
      <h2>{texts.links}</h2>
      <ul>
        <li>
          <a href="/metrics">{texts.metrics}</a>
        </li>
        <li>
          <a href="/api/docs">{texts.api}</a>
        </li>
        <li>
          <a href="/api/openapi.json">{texts.openapi}</a>
        </li>
      </ul>
    </>
  );
};

const Facts = ({ facts }: { readonly facts: NodeFacts }) => {
  const texts = useTexts(NODE);
  const format = useFormat();
  return (
    <>
      <dl class="facts">
        <dt>{texts.version}</dt>
        <dd>{facts.version}</dd>
        <dt>{texts.roles}</dt>
        <dd>
          <ul class="samples">
            {facts.roles.map((role) => (
              <li key={role}>{texts.roleNames[role] ?? role}</li>
            ))}
          </ul>
        </dd>
        <dt>{texts.reading}</dt>
        <dd>{facts.isReadingPublic ? texts.readingPublic : texts.readingClosed}</dd>
        <dt>{texts.maxFile}</dt>
        <dd>{format.bytes(facts.maxFileBytes)}</dd>
      </dl>
      <p class="hint">{texts.settings}</p>
    </>
  );
};

/** Shows how the Archive is known, and what it knows of the resolver that it joins. */
const ArchiveSection = ({ joining }: { readonly joining: Joining }) => {
  const texts = useTexts(NODE).archive;
  const format = useFormat();
  const { service, key, resolver, state, at, log } = joining;
  const said = state === undefined ? texts.neverAsked : texts.states[state.kind];
  const facts = [
    [texts.service, service],
    [texts.key, <span class="code">{key}</span>],
    [texts.resolver, resolver ?? texts.none],
    [texts.state, resolver && (at === undefined ? said : texts.saidAt(said, format.time(at)))],
    [texts.log, log && texts.signed(format.number(log.size), format.time(log.signed))],
  ] as const;
  return (
    <section>
      <h2>{texts.title}</h2>
      {log?.conflict !== undefined && (
        <Notice kind="wrong">
          <p>{texts.rewritten}</p>
        </Notice>
      )}
      {log?.conflict === undefined && log?.doubt !== undefined && (
        <Notice kind="wrong">
          <p>{texts.doubt(format.time(log.doubt.since), texts.doubts[log.doubt.kind])}</p>
        </Notice>
      )}
      <FactList facts={facts} />
      {log !== undefined && (
        <details>
          <summary>{texts.heads}</summary>
          {[log.head, log.doubt?.head, log.conflict?.head].map((head) => head && <pre key={head}>{head}</pre>)}
        </details>
      )}
    </section>
  );
};

export default NodePage;
