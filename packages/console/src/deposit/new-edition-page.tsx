import type { PageProps } from '../shell/pages.ts';
import { RelatedDeposit } from './related-deposit.tsx';

const NewEditionPage = (props: PageProps) => <RelatedDeposit kind="edition" {...props} />;

export default NewEditionPage;
