import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { type ChosenFile, readDrop, readFileInput } from './chosen-files.ts';
import { FILES } from './texts.ts';

/** Takes files and folders, dropped or chosen. */
export const DropZone = ({
  title,
  onFiles,
}: {
  readonly title?: string;
  readonly onFiles: (files: readonly ChosenFile[]) => void;
}) => {
  const texts = useTexts(FILES);
  const [isOver, setOver] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);

  const take = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    setUnreadable(false);
    if (event.dataTransfer !== null) readDrop(event.dataTransfer).then(onFiles, () => setUnreadable(true));
  };
  const choose = (input: HTMLInputElement): void => {
    onFiles(readFileInput([...(input.files ?? [])]));
    // Without this, choosing the same file again would not count as a change.
    input.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside do the same
    <div
      class={isOver ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <p class="drop-title">{title ?? texts.drop}</p>
      <p class="hint">{texts.or}</p>
      <p class="buttons">
        <Button onClick={() => filesInput.current?.click()}>{texts.chooseFiles}</Button>
        <Button onClick={() => folderInput.current?.click()}>{texts.chooseFolder}</Button>
      </p>
      <input ref={filesInput} type="file" multiple hidden onChange={(event) => choose(event.currentTarget)} />
      <input
        ref={folderInput}
        type="file"
        {...{ webkitdirectory: true }}
        hidden
        onChange={(event) => choose(event.currentTarget)}
      />
      {isUnreadable && (
        <p class="error" role="alert">
          {texts.unreadable}
        </p>
      )}
    </div>
  );
};
