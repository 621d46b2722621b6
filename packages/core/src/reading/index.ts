export { type LegacyLabel, parseLegacyLabel } from '../ibi/legacy-label.ts';
export { ITEM_HOME_PAGE, type OldAddress, readLabel, readOldAddress } from '../persistent-url/old-address.ts';
export { type Change, readPersistentUrl, type TolerantReading } from '../persistent-url/tolerant-reader.ts';
