import type { IdentifierRecord, MinterStore } from '../../../ports/minting/minter-store.ts';

/**
 * Returns the minters as everybody may read them, without who minted or queued an identifier, and from where.
 */
export const hideContacts = <Store extends Pick<MinterStore, 'read'>>(store: Store): Store => ({
  ...store,
  read: (name, work) =>
    store.read(name, (minter) =>
      work({
        ...minter,
        definition: minter.definition,
        async record(id) {
          const record = await minter.record(id);
          return record && withoutContact(record);
        },
        async records(ids) {
          return new Map([...(await minter.records(ids))].map(([id, record]) => [id, withoutContact(record)]));
        },
      }),
    ),
});

const withoutContact = (record: IdentifierRecord): IdentifierRecord => ({ ...record, contact: '' });
