import { useId } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';

/** Shows how far something is, from 0 to 1. */
export const Progress = ({ label, share }: { readonly label: string; readonly share: number }) => {
  const id = useId();
  const format = useFormat();
  return (
    <div class="progress">
      <label for={id}>{label}</label>
      <progress id={id} max={1} value={share} />
      <span class="number">{format.percent(share)}</span>
    </div>
  );
};
