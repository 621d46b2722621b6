import '../ui/styles/running.css';
import './federation.css';
import { useTexts } from '../i18n/language.ts';
import { allows, useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { Alerts } from './alerts.tsx';
import { Archives } from './archives.tsx';
import { ResolveBox } from './resolve-box.tsx';
import { FEDERATION } from './texts.ts';

/** Shows who takes part in resolution, how they are, and how a URL is resolved among them. */
const FederationPage = () => {
  const texts = useTexts(FEDERATION);
  const { principal } = useSession();
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <ResolveBox />
      <Archives mayDecide={allows(principal.role, 'admin')} />
      <Alerts />
    </>
  );
};

export default FederationPage;
