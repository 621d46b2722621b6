import type { Item } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { citedLabel } from '../items/labels.ts';
import { pathTo, publicItemPath } from '../shell/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { DEPOSIT } from './texts.ts';

/** Shows the result of a deposit, with its link first. */
export const Deposited = ({ item, onAnother }: { readonly item: Item; readonly onAnother: () => void }) => {
  const { done } = useTexts(DEPOSIT);
  return (
    <>
      <Heading title={done.title} />
      <Notice kind="done">
        <p>{done.text(item.title ?? item.repository)}</p>
      </Notice>
      <h2>{done.persistentUrl}</h2>
      <p class="hint">{done.hint}</p>
      <CopyText label={done.persistentUrl} text={item.persistentUrl} />
      <p class="buttons">
        <LinkButton kind="primary" href={publicItemPath(citedLabel(item))}>
          {done.cite}
        </LinkButton>
        <LinkButton href={pathTo('item', { label: item.repository })}>{done.view}</LinkButton>
        <Button onClick={onAnother}>{done.another}</Button>
      </p>
    </>
  );
};
