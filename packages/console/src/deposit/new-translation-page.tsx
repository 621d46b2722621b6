import type { PageProps } from '../shell/pages.ts';
import { RelatedDeposit } from './related-deposit.tsx';

const NewTranslationPage = (props: PageProps) => <RelatedDeposit kind="translation" {...props} />;

export default NewTranslationPage;
