import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import { refusePolicy } from './add-minter.ts';
import { replacePolicy } from './creation-report.ts';

/** Changes what the organization promises about the identifiers (noid manual, PERSISTENCE); returns the new report. */
export const changePolicy = async (minter: MinterWriting, policy: string): Promise<string> => {
  refusePolicy(policy);
  const report = replacePolicy(minter.definition.report, policy);
  await minter.saveProgress({ ...(await minter.progress()), policy });
  await minter.saveReport(report);
  return report;
};
