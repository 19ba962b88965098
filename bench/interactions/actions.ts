import type { Page } from '@playwright/test'
import type { Action, Expected } from './measure.ts'

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Place and search' }).getByRole('link', { name, exact: true })
const viewTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the results' }).getByRole('link', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const grid = (label: string) => `[role=grid][aria-label="${label}"]`
const row = (label: string, index: number) => `${grid(label)} [data-row="${index}"]`
const cell = (page: Page, label: string, index: number) =>
  page.locator(`${row(label, index)} [data-column]`).first()
const header = (page: Page, label: string, column: string) =>
  page
    .locator(`${grid(label)} [role=columnheader]`)
    .filter({ hasText: column })
    .locator('button')
    .first()
const headerBox = (page: Page) => page.locator(`${grid('Samples')} [role=columnheader] input`)

const otherRow = (label: string): Expected => ({ selector: row(label, 1), becomes: 'other' })
const heading = (text: string): Expected => ({ selector: '#content h2', text })
const picture = (label: string): Expected => ({ selector: `#content [role=img][aria-label^="${label}"]` })
const dialog: Expected = { selector: '[role=dialog]' }
const noDialog: Expected = { ...dialog, becomes: 'gone' }
const selected: Expected = { selector: '[aria-label="Selected samples"]', text: 'selected' }

const samples: Action[] = [
  {
    name: 'open the samples',
    input: (page) => tab(page, 'Samples'),
    expected: { selector: row('Samples', 0) },
  },
  {
    name: 'sort them by a column',
    input: (page) => header(page, 'Samples', 'Group'),
    expected: otherRow('Samples'),
  },
  {
    name: 'filter them by a facet',
    input: (page) => button(page, /^treated/),
    expected: otherRow('Samples'),
  },
  { name: 'take the filter away', input: (page) => button(page, /^treated/), expected: otherRow('Samples') },
  {
    name: 'type a letter of a search',
    prepare: (page) => page.getByRole('searchbox', { name: 'Search samples' }).focus(),
    input: () => '9',
    expected: otherRow('Samples'),
  },
  { name: 'clear the search', input: () => 'Escape', expected: otherRow('Samples') },
  {
    name: 'select a sample',
    input: (page) => page.locator(`${row('Samples', 0)} [data-tick]`),
    expected: selected,
  },
  { name: 'open the dialog of its tags', input: (page) => button(page, 'Group, tag…'), expected: dialog },
  {
    name: 'save a tag',
    prepare: async (page) => {
      const tags = page.getByRole('dialog').getByLabel('Add tags').first()
      await tags.fill('bench')
      await tags.press('Enter')
    },
    input: (page) => page.getByRole('dialog').getByRole('button', { name: /^Change 1/ }),
    expected: { selector: row('Samples', 0), text: 'bench' },
  },
  {
    name: 'undo it',
    input: (page) => button(page, 'Undo'),
    expected: { selector: row('Samples', 0), text: 'bench', becomes: 'gone' },
  },
  {
    name: 'select all of the page',
    input: (page) => headerBox(page),
    expected: { ...selected, becomes: 'other' },
  },
  {
    name: 'select all of the study',
    minSamples: 1000,
    input: (page) => button(page, /^Select all/),
    expected: { ...selected, becomes: 'other' },
  },
  {
    name: 'clear the selection',
    prepare: (page) => page.locator(grid('Samples')).focus(),
    input: () => 'Escape',
    expected: { ...selected, becomes: 'gone' },
  },
  {
    name: 'open a sample beside the table',
    input: (page) => cell(page, 'Samples', 2),
    expected: { selector: '#content article' },
  },
  {
    name: 'close it',
    input: (page) => button(page, /^Close/),
    expected: { selector: '#content article', becomes: 'gone' },
  },
]

const explore: Action[] = [
  { name: 'open Explore: heatmap', input: (page) => tab(page, 'Explore'), expected: picture('Heatmap of') },
  { name: 'switch to PCA', input: (page) => viewTab(page, 'PCA'), expected: picture('Principal components') },
  {
    name: 'switch to groups',
    input: (page) => viewTab(page, 'Groups'),
    expected: { selector: '#content [role=img][aria-label*="groups: 2"]' },
  },
  { name: 'switch to the clock', input: (page) => viewTab(page, 'Clock'), expected: picture('Predicted') },
  {
    name: 'switch to the table',
    input: (page) => viewTab(page, 'Table'),
    expected: { selector: row('Results', 0) },
  },
  {
    name: 'sort it by a pathway',
    input: (page) => header(page, 'Results', 'Pathway 02'),
    expected: otherRow('Results'),
  },
  {
    name: 'go to its end',
    prepare: (page) => page.locator(grid('Results')).focus(),
    input: () => 'ControlOrMeta+End',
    expected: { selector: row('Results', 0), becomes: 'gone' },
  },
  {
    name: 'open a sample of it',
    prepare: (page) => page.keyboard.press('ControlOrMeta+Home'),
    input: (page) => cell(page, 'Results', 1),
    expected: heading('BIG-'),
  },
  {
    name: 'go back to all samples',
    input: (page) => button(page, 'All samples'),
    expected: { selector: row('Results', 0) },
  },
  {
    name: 'go back to the heatmap',
    input: (page) => viewTab(page, 'Heatmap'),
    expected: picture('Heatmap of'),
  },
]

const study: Action[] = [
  {
    name: 'open Compare',
    input: (page) => tab(page, 'Compare'),
    expected: { selector: row('Pathways compared', 0) },
  },
  {
    name: 'open a pathway of it',
    input: (page) => cell(page, 'Pathways compared', 0),
    expected: { selector: '#content canvas' },
  },
  {
    name: 'switch to the volcano',
    input: (page) => page.locator('label').filter({ hasText: 'Volcano' }),
    expected: { selector: '#content [role=img][aria-label*="olcano"]' },
  },
  {
    name: 'open the matching drugs',
    input: (page) => tab(page, 'Drugs'),
    expected: heading('Drugs that mimic'),
  },
  { name: 'open Share', input: (page) => tab(page, 'Share'), expected: heading('Figure boards') },
  { name: 'open the export dialog', input: () => 'ControlOrMeta+e', expected: dialog },
  { name: 'close it', input: () => 'Escape', expected: noDialog },
]

const elsewhere: Action[] = [
  {
    name: 'open the library: drugs',
    input: (page) => section(page, 'Library'),
    expected: { selector: '#content [role=option]' },
  },
  {
    name: 'type a letter of a drug',
    prepare: (page) => page.getByRole('combobox', { name: 'Search drugs' }).focus(),
    input: () => 'r',
    expected: { selector: '#content [role=option]', becomes: 'other' },
  },
  {
    name: 'open its pathways',
    input: (page) => tab(page, 'Pathways'),
    expected: { selector: '#content', text: 'Pathway 01' },
  },
  {
    name: 'open Activity',
    input: (page) => section(page, 'Activity'),
    expected: { selector: '#content', becomes: 'other' },
  },
  {
    name: 'open Settings',
    input: (page) => section(page, 'Settings'),
    expected: { selector: '#content [role=tabpanel]' },
  },
  { name: 'open the palette', input: () => 'ControlOrMeta+k', expected: dialog },
  {
    name: 'type a letter in it',
    input: () => 'b',
    expected: { selector: '[role=dialog]', becomes: 'other' },
  },
  { name: 'close it', input: () => 'Escape', expected: noDialog },
  {
    name: 'open Home',
    input: (page) => section(page, 'Home'),
    expected: { selector: '#content h3', text: 'Aging' },
  },
  {
    name: 'open the import',
    input: (page) => button(page, 'Import samples…'),
    expected: { selector: '#content button', text: 'Choose a file…' },
  },
]

/** The most common actions, in the order they run, starting from Home. */
export const actions: readonly Action[] = [
  {
    name: 'open a study: overview',
    input: (page) => page.locator('#content').getByRole('link', { name: 'Aging', exact: true }),
    expected: heading('Cautions'),
  },
  ...samples,
  ...explore,
  ...study,
  ...elsewhere,
]
