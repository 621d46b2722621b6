import type { NewItem } from '../../../ports/archive/catalogue.ts';
import { checkAccess } from '../items/check-description.ts';
import type { RecordFields } from './record-fields.ts';

/** Who may read an item, or the items of a collection. */
export const readAccess = (fields: RecordFields | undefined): NewItem['access'] => {
  if (fields === undefined) return undefined;
  const networks = fields.texts('networks');
  const fileList = fields.choice('fileList', ['open', 'closed'] as const) ?? 'open';
  const description = fields.choice('description', ['open', 'closed'] as const) ?? 'open';
  const embargo = fields.text('embargo');
  fields.finish();
  return checkAccess({
    ...(networks && { networks }),
    fileList,
    ...(description === 'closed' && { description }),
    ...(embargo !== undefined && { embargo }),
  });
};
