import type { Role } from '../api/types.ts';
import type { Translated } from '../i18n/language.ts';

/** Texts of the page about keys. */
const english = {
  title: 'Keys',
  introduction:
    'A key is what a program signs in with. Give each a key of its own: its name stands in the activity, and it can be revoked alone. People have passwords instead.',
  roles: {
    title: 'What each role may do',
    meanings: {
      reader: 'reads everything, the activity included, and changes nothing',
      depositor: 'also deposits, mints and binds; a person edits their own items, a key all of them',
      steward: 'also takes over originals that other Archives hand over',
      admin: 'also removes items, creates minters, approves Archives, and makes and revokes keys',
    } as Readonly<Record<Role, string>>,
  },
  create: {
    title: 'Make a key',
    name: 'Whose key it is',
    nameHint: 'A person or a program, such as Ana Lima, or nightly import',
    role: 'Role',
    limits: 'Limit it',
    limitsHint:
      'A limited key reads everything its role reads, and changes only what is named here. Names have commas between them.',
    expires: 'Ends on',
    collections: 'Collections whose items it deposits and changes',
    minters: 'Minters that it mints and binds with',
    submit: 'Make the key',
    missing: 'Say whose key it is.',
    done: (name: string) => `The key of ${name}`,
    once: 'It is shown only now: only a trace of it is kept. Copy it and hand it over by a safe way.',
    key: 'New key',
    close: 'I have copied it',
  },
  list: 'All keys',
  name: 'Name',
  role: 'Role',
  created: 'Made on',
  state: 'State',
  valid: 'valid',
  validUntil: (day: string) => `valid until ${day}`,
  limitedTo: (names: string) => `limited to ${names}`,
  revokedOn: (day: string) => `revoked on ${day}`,
  own: 'yours',
  actions: 'Action',
  revoke: 'Revoke',
  revoked: 'The key is revoked.',
  confirm: {
    title: (name: string) => `Revoke the key of ${name}?`,
    text: 'Whoever uses it is locked out within a second. It cannot be undone; you can make another key.',
    own: 'This is the key you are signed in with: you will be signed out.',
  },
};

export type KeyTexts = typeof english;

const portuguese: KeyTexts = {
  title: 'Chaves',
  introduction:
    'Uma chave é aquilo com que um programa entra. Dê a cada um a sua: o nome dela aparece na atividade, e ela pode ser revogada sozinha. Pessoas têm senhas.',
  roles: {
    title: 'O que cada papel pode fazer',
    meanings: {
      reader: 'lê tudo, a atividade inclusive, e não altera nada',
      depositor: 'também deposita, cunha e vincula; uma pessoa edita os seus itens, uma chave, todos',
      steward: 'também recebe originais que outros Arquivos entregam',
      admin: 'também remove itens, cria cunhadores, aprova Arquivos, e cria e revoga chaves',
    },
  },
  create: {
    title: 'Criar uma chave',
    name: 'De quem é a chave',
    nameHint: 'Uma pessoa ou um programa, como Ana Lima, ou importação noturna',
    role: 'Papel',
    limits: 'Limitar',
    limitsHint:
      'Uma chave limitada lê tudo o que o seu papel lê, e só altera o que está nomeado aqui. Entre os nomes há vírgulas.',
    expires: 'Termina em',
    collections: 'Coleções cujos itens ela deposita e altera',
    minters: 'Cunhadores com que ela cunha e vincula',
    submit: 'Criar a chave',
    missing: 'Diga de quem é a chave.',
    done: (name) => `A chave de ${name}`,
    once: 'Só é mostrada agora: guarda-se apenas um vestígio dela. Copie-a e entregue-a por um meio seguro.',
    key: 'Chave nova',
    close: 'Já copiei',
  },
  list: 'Todas as chaves',
  name: 'Nome',
  role: 'Papel',
  created: 'Criada em',
  state: 'Estado',
  valid: 'válida',
  validUntil: (day) => `válida até ${day}`,
  limitedTo: (names) => `limitada a ${names}`,
  revokedOn: (day) => `revogada em ${day}`,
  own: 'a sua',
  actions: 'Ação',
  revoke: 'Revogar',
  revoked: 'A chave está revogada.',
  confirm: {
    title: (name) => `Revogar a chave de ${name}?`,
    text: 'Quem a usa fica de fora em até um segundo. Não pode ser desfeito; você pode criar outra chave.',
    own: 'Esta é a chave com que você entrou: você sairá do console.',
  },
};

export const KEYS: Translated<KeyTexts> = { en: english, pt: portuguese };
