import type { Metadata } from '@perene/core/item';
import { formatsOf } from '@perene/core/representation';
import { type Html, html } from '../../html.ts';
import { itemAddress } from '../item-address.ts';

/** One line for each format in which an item with these metadata is described. */
export const renderFormatLinks = (label: string, metadata: Metadata): Html =>
  html`${formatsOf({ metadata }).map(({ title, part }) => html`<li><a href="${itemAddress(label, part)}">${title}</a></li>`)}<li><a href="${itemAddress(label, 'metadata.json')}">JSON</a></li>`;
