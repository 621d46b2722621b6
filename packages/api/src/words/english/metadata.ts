import type { MetadataWords } from '../metadata-words.ts';

export const METADATA: MetadataWords = {
  fields: {
    title: { name: 'Title', hint: 'As it stands on the work itself.' },
    creator: { name: 'Creator', hint: 'Surname first: Lima, Ana.' },
    subject: { name: 'Subject', hint: 'Words that people would search for.' },
    description: { name: 'Description', hint: 'Anything else worth knowing.' },
    abstract: { name: 'Abstract', hint: 'What the work says, in a few sentences.' },
    publisher: { name: 'Publisher', hint: 'Who makes the work available.' },
    contributor: { name: 'Contributor', hint: 'Who helped, for example an editor or an adviser.' },
    date: { name: 'Date', hint: 'Of the work: 2011, 2011-09, 2011-09-07, or an interval 2010/2011.' },
    type: { name: 'Type', hint: 'For example report, thesis, dataset, image.' },
    format: { name: 'Format', hint: 'For example PDF, 34 pages.' },
    identifier: { name: 'Other identifier', hint: 'For example an ISBN or a number of the report.' },
    source: { name: 'Source', hint: 'What the work was made from.' },
    language: { name: 'Language', hint: 'Where the work is in several languages, for example pt or pt-BR.' },
    relation: { name: 'Related work', hint: 'A label or an address of a related work.' },
    coverage: { name: 'Coverage', hint: 'A place or a time that the work is about.' },
    rights: { name: 'Rights', hint: 'Who owns it and what others may do with it, for example CC BY 4.0.' },
    version: {
      name: 'Version',
      hint: 'As the work itself calls it, for example 2.1.0. A new edition is an item of its own.',
    },
  },
  problems: {
    'metadata/not-an-object': 'The description is incomplete.',
    'metadata/value': 'Write a text.',
    'metadata/field-name':
      'A name has a lower-case letter first, then letters, digits, “_”, “.” or “-”, 64 characters in all.',
    'metadata/unknown-key': 'A value has a text and a language only.',
    'metadata/repeated-language': 'There is one in this language already. Choose another language.',
    'metadata/title-missing': 'Write a title: people find and cite the work by it.',
    'metadata/too-many-fields': 'A description has at most 200 fields.',
    'metadata/too-many-values': 'A field has at most 1,000 values.',
    'metadata/too-large': 'The description is too long: at most 1,048,576 characters in all.',
    'metadata/combining-marks': 'Too many accents on one letter.',
    'metadata/surrogate': 'A character is broken. Type it again.',
    'metadata/control-character': 'There is an invisible control character in it. Type it again.',
    'metadata/bidirectional-control':
      'There is an invisible character that turns the direction of writing. Type it again.',
    'metadata/line-break': 'This must be one line.',
    'metadata/too-long': 'At most 65,536 characters.',
    'metadata/blank': 'This must not be blank.',
    'metadata/language': 'Choose a language such as pt or pt-BR.',
    'metadata/date': 'Write a date such as 2011, 2011-09 or 2011-09-07, or an interval 2010/2011.',
    'metadata/version': 'At most 64 characters, such as 2.1.0.',
  },
};
