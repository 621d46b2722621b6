import type { Translated } from '../i18n/language.ts';

const english = {
  title: 'Deposit',
  introduction:
    'Choose the files of one work, say what it is, and it gets a link that lasts. You can correct the description later; the files stay as they are.',
  edition: {
    title: 'New edition',
    introduction: (of: string) =>
      `The new edition follows “${of}”. Both keep their own links; who asks for the last edition comes to the new one.`,
    afterLast: 'This item has later editions: the new one will follow the last of them.',
  },
  translation: {
    title: 'New translation',
    introduction: (of: string) =>
      `The translation belongs to “${of}”. Both keep their own links; readers who prefer its language are led to it.`,
    languageMissing: 'Choose the language that the translation is in.',
    languageTaken: 'There is a version in this language already. Choose another one.',
    originalWithoutLanguage: 'The item does not say in which language it is itself. Say so first.',
    languageOfOriginal: (title: string) => `Language of “${title}”`,
    languageOfOriginalNeeded: 'Choose the language that the item is in.',
    languageOfOriginalMissing:
      'The item does not say in which language it is itself. Ask somebody who may edit it to say so first.',
    goOn: 'Save the language and go on',
  },
  submit: 'Deposit',
  sending: 'Sending',
  stop: 'Stop',
  finishing: 'Everything is sent. The node is keeping it …',
  incomplete: (count: number) =>
    count === 1
      ? 'One thing is missing or wrong; it is marked above.'
      : `${count} things are missing or wrong; they are marked above.`,
  draftSaved: (time: string) => `Kept as a draft in this browser, ${time}.`,
  draftFailed: 'This browser has no room for a draft: finish the deposit before you leave the page.',
  draftOpened: 'This is your draft. Browsers do not keep files: choose them again.',
  draftFiles: 'They were:',
  draftsWait: (count: number) =>
    count === 1
      ? 'You have begun a deposit: go on with the draft.'
      : `You have begun ${count} deposits: go on with a draft.`,
  done: {
    title: 'Deposited',
    text: (title: string) => `“${title}” is kept, and has a link that lasts.`,
    persistentUrl: 'Persistent link',
    hint: 'Give this link to others, and put it where the work is cited. It stays the same wherever the work moves.',
    cite: 'Read and cite it on its public page',
    view: 'See it in the console',
    another: 'Deposit another',
  },
  drafts: {
    introduction: 'Deposits that you began in this browser. They are kept here only, without their files.',
    name: 'Title',
    saved: 'Written',
    files: 'Files to choose again',
    action: 'Action',
    untitled: 'Without a title',
    delete: 'Delete',
    deleteDraft: (title: string) => `Delete the draft “${title}”`,
    deleted: 'The draft is deleted.',
  },
};

export type DepositTexts = typeof english;

const portuguese: DepositTexts = {
  title: 'Depositar',
  introduction:
    'Escolha os arquivos de uma obra, diga o que ela é, e ela recebe um link que dura. A descrição pode ser corrigida depois; os arquivos ficam como estão.',
  edition: {
    title: 'Nova edição',
    introduction: (of) =>
      `A nova edição vem depois de “${of}”. Ambas mantêm os seus links; quem pede a última edição chega à nova.`,
    afterLast: 'Este item tem edições posteriores: a nova virá depois da última delas.',
  },
  translation: {
    title: 'Nova tradução',
    introduction: (of) =>
      `A tradução pertence a “${of}”. Ambas mantêm os seus links; quem prefere o idioma dela é levado a ela.`,
    languageMissing: 'Escolha o idioma da tradução.',
    languageTaken: 'Já há uma versão neste idioma. Escolha outro.',
    originalWithoutLanguage: 'O item não diz em que idioma ele mesmo está. Diga primeiro.',
    languageOfOriginal: (title) => `Idioma de “${title}”`,
    languageOfOriginalNeeded: 'Escolha o idioma em que o item está.',
    languageOfOriginalMissing:
      'O item não diz em que idioma ele mesmo está. Peça antes a quem pode editá-lo que o diga.',
    goOn: 'Guardar o idioma e continuar',
  },
  submit: 'Depositar',
  sending: 'Enviando',
  stop: 'Interromper',
  finishing: 'Tudo foi enviado. O nó está guardando …',
  incomplete: (count) =>
    count === 1
      ? 'Uma coisa falta ou está errada; está marcada acima.'
      : `${count} coisas faltam ou estão erradas; estão marcadas acima.`,
  draftSaved: (time) => `Guardado como rascunho neste navegador, ${time}.`,
  draftFailed: 'Este navegador não tem espaço para um rascunho: termine o depósito antes de sair da página.',
  draftOpened: 'Este é o seu rascunho. Navegadores não guardam arquivos: escolha-os de novo.',
  draftFiles: 'Eram:',
  draftsWait: (count) =>
    count === 1
      ? 'Você começou um depósito: continue o rascunho.'
      : `Você começou ${count} depósitos: continue um rascunho.`,
  done: {
    title: 'Depositado',
    text: (title) => `“${title}” está guardado, e tem um link que dura.`,
    persistentUrl: 'Link persistente',
    hint: 'Dê este link aos outros, e ponha-o onde a obra for citada. Ele continua o mesmo aonde quer que a obra vá.',
    cite: 'Ler e citar na página pública',
    view: 'Ver no console',
    another: 'Depositar outro',
  },
  drafts: {
    introduction: 'Depósitos que você começou neste navegador. Só ficam aqui, sem os arquivos.',
    name: 'Título',
    saved: 'Escrito',
    files: 'Arquivos a escolher de novo',
    action: 'Ação',
    untitled: 'Sem título',
    delete: 'Apagar',
    deleteDraft: (title) => `Apagar o rascunho “${title}”`,
    deleted: 'O rascunho foi apagado.',
  },
};

export const DEPOSIT: Translated<DepositTexts> = { en: english, pt: portuguese };
