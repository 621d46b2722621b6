import { parseAlias } from '@perene/core/item';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { isAliasKey, refuseAliasNames } from '../adapters/sql/minters/minted-aliases.ts';
import { refuseSharedNames } from '../adapters/sql/minters/shared-names.ts';
import { createSqlMinterStore } from '../adapters/sql/minters/sql-minter-store.ts';
import { createSqlMintingState } from '../adapters/sql/minters/sql-minting-state.ts';
import { createSqlNameBatches } from '../adapters/sql/minters/sql-name-batches.ts';
import type { Settings } from '../config/settings.ts';
import type { Recollection } from '../memory/recollection.ts';
import type { GivenDates } from '../ports/minting/minting-state.ts';
import type { Clock } from '../ports/system/clock.ts';
import type { Patterns } from '../ports/system/patterns.ts';
import type { Secrets } from '../ports/system/secrets.ts';
import type { IsMinted } from '../services/archive/items/check-aliases.ts';
import type { MintLabels } from '../services/archive/items/deposit-item.ts';
import { createIbiMinter } from '../services/minting/mint-ibis.ts';
import { mintTogether } from '../services/minting/mint-together.ts';
import { rememberMinters } from '../services/noid/ark/ark-minters.ts';
import { isMinted as isMintedByMinters } from '../services/noid/ark/is-minted.ts';
import { createNameBatches } from '../services/noid/batches/create-name-batches.ts';
import { limitValues } from '../services/noid/bindings/limit-values.ts';
import { createRegistrations } from '../services/noid/ezid/registrations.ts';
import { createHandles } from '../services/noid/handle/handles.ts';
import { createMinters } from '../services/noid/minters/minters.ts';
import { showToEverybody } from '../services/noid/names/shown-names.ts';
import { createPurls } from '../services/noid/purl/purls.ts';

/** Makes what gives names: the IBIs of this node, and the identifiers of its noid minters. */
export const createNames = (
  settings: Settings,
  {
    database,
    clock,
    secrets,
    patterns,
    recollection,
  }: {
    readonly database: SqlDatabase;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly patterns: Patterns;
    readonly recollection: Recollection;
  },
) => {
  const mintingState = createSqlMintingState(database);
  const { granularity, clockTolerance, identity: subsystem } = settings;
  const single = createIbiMinter({ state: mintingState, clock, subsystem, granularity, clockTolerance });
  // With a fixed granularity each label waits for its own date.
  const minter = granularity === 'auto' ? mintTogether(single) : single;
  const mint: MintLabels = (count) => minter.mint(count);
  const minterStore = limitValues(
    createSqlMinterStore(database, {
      keepsPast: true,
      async checkNew(session, definition) {
        await refuseAliasNames(session, definition);
        await refuseSharedNames(session, definition);
      },
    }),
  );
  const openStore = showToEverybody(minterStore);
  const { targetElements } = settings.ark;
  const minting = { clock, secrets, patterns, where: settings.publicUrl, targetElements };
  const minters = createMinters({ store: minterStore, ...minting });
  const openMinters = createMinters({ store: openStore, ...minting });
  const nameBatches = createNameBatches({
    store: minterStore,
    batches: createSqlNameBatches(database),
    clock,
    secrets,
    patterns,
    targetElements,
  });
  const isMinted: IsMinted = (alias) =>
    isMintedByMinters(
      {
        store: minterStore,
        minters: rememberMinters({ store: minterStore, recollection }),
        targetElements,
      },
      alias,
    );
  const isAlias = async (text: string): Promise<boolean> => {
    const alias = parseAlias(text);
    return alias.ok && isAliasKey(database, alias.value.key);
  };
  const named = {
    store: minterStore,
    minters: rememberMinters({ store: minterStore, recollection }),
    clock,
    secrets,
    patterns,
  };
  const handles = createHandles({
    ...named,
    isAlias: async (handle) => (await isAlias(`hdl:${handle}`)) || isAlias(`ark:${handle}`),
  });
  const registrations = createRegistrations({
    ...named,
    publicUrl: settings.publicUrl,
    isAlias: ({ text }) => isAlias(text),
  });
  const purls = createPurls({ ...named, publicUrl: settings.publicUrl });
  const openPurls = createPurls({ ...named, store: openStore, publicUrl: settings.publicUrl });
  return {
    registrations,
    handles,
    purls,
    minter,
    mint,
    givenDates: mintingState as GivenDates,
    minterStore,
    minters,
    openMinters,
    openPurls,
    nameBatches,
    isMinted,
    isAlias,
  };
};
