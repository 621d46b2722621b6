import { describe } from '@perene/api/words';
import { ApiProblem, type ProblemDetails } from '../api/problem.ts';
import type { Language, Translated } from './language.ts';
import { RUNNING_PROBLEMS } from './running-problems.ts';

/** What happened and what to do, by the code of the refusal; what is not here is said in the node's own words. */
interface ProblemTexts {
  readonly codes: Readonly<Record<string, string>>;
  readonly other: string;
}

const english: ProblemTexts = {
  codes: {
    ...RUNNING_PROBLEMS.en,
    unreachable: 'The node does not answer. Look at your connection, then try again.',
    stopped: 'You stopped it.',
    failed: 'Something went wrong in this page. Try again.',
    'key-wrong': 'This key is wrong, or was revoked. Look for a missing character, or ask for another key.',
    'key-missing': 'This needs a key. Sign in again.',
    'role-missing': 'Your key does not allow this.',
    'too-many-wrong-keys': 'Too many wrong keys came from your address. Wait a minute, then try again.',
    'item-not-found': 'No item here has this label. It may be held by another Archive.',
    'item-removed': 'This item was removed. Only its tombstone is left.',
    'item-changed': 'Somebody else changed this item meanwhile. Load it again, then repeat your change.',
    'item-refused': 'The state of this item does not allow it.',
    'label-invalid': 'This is not a label.',
    'metadata-invalid': 'The description cannot be kept as it is. The fields below say what is wrong.',
    'edition-exists': 'This item has a next edition already. Make the new one an edition of the last.',
    'relation-not-found': 'These two items are not linked.',
    'proposal-not-found': 'There is no such proposal.',
    'proposal-settled': 'This proposal was decided already.',
    'edition-order': 'An item cannot come both before and after another.',
    'translation-exists': 'There is a version in this language already. Choose another language, or edit that version.',
    'language-invalid': 'This is not a language such as pt or pt-BR.',
    'network-invalid': 'This is not a network such as 192.0.2.0/24.',
    'target-missing': 'The file to open is not among the files.',
    'nothing-to-change': 'Nothing was changed.',
    'reason-missing': 'Say why, in at most 2,000 characters.',
    'no-files': 'An item needs at least one file.',
    'file-name-invalid': 'The name of a file cannot be kept. Rename it.',
    'file-name-taken': 'Two files have almost the same name. Rename one of them.',
    'too-many-files': 'An item has at most 10,000 files. Pack them into one.',
    'file-too-large': 'A file is larger than this node accepts.',
    'disk-failed': 'The node cannot write to its disk. Tell whoever runs it.',
    'database-busy': 'The node is busy. Try again in a moment.',
    'request-repeated': 'This is being done already. Wait a moment, then look at the items.',
    'request-differs': 'This was sent before with another description. Start it anew.',
    'request-too-large': 'This is too large to be sent at once.',
    'upload-not-found': 'The part that was sent before is gone. Send it again.',
    'cursor-invalid': 'The list has changed. Load it again.',
    'key-last-admin': 'This is the last key of an administrator. Make another one first.',
  },
  other: 'The node refused.',
};

const portuguese: ProblemTexts = {
  codes: {
    ...RUNNING_PROBLEMS.pt,
    unreachable: 'O nó não responde. Verifique a sua conexão e tente de novo.',
    stopped: 'Você interrompeu.',
    failed: 'Algo deu errado nesta página. Tente de novo.',
    'key-wrong': 'Esta chave está errada, ou foi revogada. Veja se falta um caractere, ou peça outra chave.',
    'key-missing': 'Isto pede uma chave. Entre de novo.',
    'role-missing': 'A sua chave não permite isto.',
    'too-many-wrong-keys': 'Muitas chaves erradas vieram do seu endereço. Espere um minuto e tente de novo.',
    'item-not-found': 'Nenhum item daqui tem este rótulo. Ele pode estar em outro Arquivo.',
    'item-removed': 'Este item foi removido. Só resta a sua lápide.',
    'item-changed': 'Outra pessoa alterou este item enquanto isso. Carregue-o de novo e repita a alteração.',
    'item-refused': 'O estado deste item não permite isto.',
    'label-invalid': 'Isto não é um rótulo.',
    'metadata-invalid': 'A descrição não pode ser guardada assim. Os campos abaixo dizem o que está errado.',
    'edition-exists': 'Este item já tem uma edição seguinte. Faça da nova uma edição da última.',
    'relation-not-found': 'Estes dois itens não estão ligados.',
    'proposal-not-found': 'Não há tal proposta.',
    'proposal-settled': 'Esta proposta já foi decidida.',
    'edition-order': 'Um item não pode vir antes e depois de outro.',
    'translation-exists': 'Já há uma versão neste idioma. Escolha outro idioma, ou edite aquela versão.',
    'language-invalid': 'Isto não é um idioma como pt ou pt-BR.',
    'network-invalid': 'Isto não é uma rede como 192.0.2.0/24.',
    'target-missing': 'O arquivo a abrir não está entre os arquivos.',
    'nothing-to-change': 'Nada foi alterado.',
    'reason-missing': 'Diga o motivo, em até 2.000 caracteres.',
    'no-files': 'Um item precisa de pelo menos um arquivo.',
    'file-name-invalid': 'O nome de um arquivo não pode ser guardado. Renomeie-o.',
    'file-name-taken': 'Dois arquivos têm quase o mesmo nome. Renomeie um deles.',
    'too-many-files': 'Um item tem no máximo 10.000 arquivos. Junte-os em um pacote.',
    'file-too-large': 'Um arquivo é maior do que este nó aceita.',
    'disk-failed': 'O nó não consegue gravar no disco. Avise quem cuida dele.',
    'database-busy': 'O nó está ocupado. Tente de novo em instantes.',
    'request-repeated': 'Isto já está sendo feito. Espere um pouco e veja os itens.',
    'request-differs': 'Isto já foi enviado com outra descrição. Comece de novo.',
    'request-too-large': 'Isto é grande demais para ser enviado de uma vez.',
    'upload-not-found': 'A parte enviada antes se perdeu. Envie de novo.',
    'cursor-invalid': 'A lista mudou. Carregue-a de novo.',
    'key-last-admin': 'Esta é a última chave de administrador. Crie outra antes.',
  },
  other: 'O nó recusou.',
};

export const PROBLEMS: Translated<ProblemTexts> = { en: english, pt: portuguese };

export interface DescribedProblem {
  readonly sentence: string;
  /** What the node refused, in more words. */
  readonly detail: string;
}

const FAILED: Pick<ProblemDetails, 'code' | 'detail' | 'parameters'> = { code: 'failed', detail: '' };

export const describeError = (error: unknown, { codes, other }: ProblemTexts, language: Language): DescribedProblem => {
  const { code, detail, parameters } = error instanceof ApiProblem ? error.details : FAILED;
  const words = detail === '' ? '' : describe({ code, parameters, detail }, language);
  return { sentence: codes[code] ?? other, detail: words };
};
