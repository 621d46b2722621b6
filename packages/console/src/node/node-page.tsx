import '../ui/styles/running.css';
import { isReady, type NodeFacts, showNode } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { NODE } from './texts.ts';

const NodePage = () => {
  const texts = useTexts(NODE);
  const { client } = useSession();
  const { loaded, reload } = useLoad(
    async () => ({ facts: await showNode(client), isReady: await isReady() }),
    [client],
  );
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

export default NodePage;
