import type { LinkedPerson } from '../api/people.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PEOPLE } from './texts.ts';

/** Tells how a person gets a link; shows it, if nobody e-mails it. */
export const GivenLink = ({ made, onClose }: { readonly made: LinkedPerson; readonly onClose: () => void }) => {
  const { given } = useTexts(PEOPLE);
  const format = useFormat();
  const { person, link, expires } = made;
  return (
    <Dialog title={given.title(person.name)} onClose={onClose}>
      {link === undefined ? (
        <p>{given.sent(person.email, format.time(expires))}</p>
      ) : (
        <>
          <p>{given.text(format.time(expires))}</p>
          <CopyText label={given.link} text={link} />
        </>
      )}
      <div class="buttons">
        <Button kind="primary" onClick={onClose}>
          {link === undefined ? given.close : given.copied}
        </Button>
      </div>
    </Dialog>
  );
};
