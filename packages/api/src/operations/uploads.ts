import { Type } from 'typebox';
import { text } from '../views/parts.ts';
import type { Operation } from './operation.ts';

export const TUS_VERSION = '1.0.0';
export const PART_MEDIA_TYPE = 'application/offset+octet-stream';
const MAX_METADATA_LENGTH = 8_192;

const TusHeader = {
  'tus-resumable': Type.Optional(text('The version of the protocol', { law: { enum: [TUS_VERSION] } })),
};
/** A missing version is refused with a status that the protocol itself prescribes. */
const tusLaw = (...required: readonly string[]) => ({ law: { required: ['tus-resumable', ...required] } });
const length = (description: string) => Type.String({ pattern: '^\\d{1,15}$', description });
const IdParameters = Type.Object({ id: text('Of the upload') });
const ofUpload = { nodeRole: 'archive', tag: 'Uploads', access: 'depositor', isForCurators: true } as const;

/** Resumable uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation and termination. */
export const UPLOAD_OPERATIONS = {
  describeUploads: {
    ...ofUpload,
    method: 'OPTIONS',
    path: '/uploads',
    access: 'reading',
    summary: 'Tell what the upload protocol offers',
    answer: {
      status: 204,
      description: 'In the headers',
      headers: {
        'Tus-Version': 'Versions of the protocol',
        'Tus-Extension': 'Its extensions',
        'Tus-Max-Size': 'The most bytes of a file',
      },
    },
    example: {},
  },
  beginUpload: {
    ...ofUpload,
    method: 'POST',
    path: '/uploads',
    summary: 'Begin an upload that can be resumed',
    headers: Type.Object(
      {
        ...TusHeader,
        'upload-length': length('How many bytes will come'),
        'upload-metadata': Type.Optional(
          Type.String({ maxLength: MAX_METADATA_LENGTH, description: '"filename" and the path of the file in base64' }),
        ),
      },
      tusLaw('upload-length'),
    ),
    answer: { status: 201, description: 'It can be sent now', headers: { Location: 'Where to send it to' } },
    refusals: ['tus-version', 'file-too-large', 'file-name-invalid', 'too-many-uploads'],
    example: {
      request: {
        'tus-resumable': TUS_VERSION,
        'upload-length': '5',
        'upload-metadata': 'filename cmVwb3J0LnBkZg==',
      },
    },
  },
  findUpload: {
    ...ofUpload,
    method: 'HEAD',
    path: '/uploads/{id}',
    summary: 'Tell how much of an upload is here',
    params: IdParameters,
    headers: Type.Object(TusHeader, tusLaw()),
    answer: {
      status: 200,
      description: 'In the headers',
      headers: { 'Upload-Offset': 'Where to go on', 'Upload-Length': 'How many bytes in all' },
    },
    refusals: ['upload-not-found', 'tus-version'],
    example: { request: { id: '4f0c2d', 'tus-resumable': TUS_VERSION } },
  },
  appendUpload: {
    ...ofUpload,
    method: 'PATCH',
    path: '/uploads/{id}',
    summary: 'Send the next part of an upload',
    description: 'What came before a connection broke counts: ask where to go on with HEAD.',
    params: IdParameters,
    headers: Type.Object({ ...TusHeader, 'upload-offset': length('Where this part begins') }, tusLaw('upload-offset')),
    bytes: PART_MEDIA_TYPE,
    answer: { status: 204, description: 'The part is here, durably', headers: { 'Upload-Offset': 'Where to go on' } },
    refusals: ['upload-not-found', 'upload-offset', 'upload-busy', 'tus-version', 'file-too-large'],
    example: { request: { id: '4f0c2d', 'tus-resumable': TUS_VERSION, 'upload-offset': '0' } },
  },
  abandonUpload: {
    ...ofUpload,
    method: 'DELETE',
    path: '/uploads/{id}',
    summary: 'Forget an upload',
    params: IdParameters,
    headers: Type.Object(TusHeader, tusLaw()),
    answer: { status: 204, description: 'It is gone' },
    refusals: ['upload-not-found', 'upload-busy', 'tus-version'],
    example: { request: { id: '4f0c2d', 'tus-resumable': TUS_VERSION } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
