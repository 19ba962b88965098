import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { defaultSettings, type UpdateState } from '../../../shared/domain/app/settings.ts'
import { ada, answerWith, demoStatus, labProfile, labStatus } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'
import { findSettings, foundSettings, toNotOffered } from './settingsIndex.ts'

const user = userEvent.setup()
const namesOf = (query: string, language: 'en' | 'zh-CN' = 'en') =>
  findSettings(query, new Set(), language).map(({ setting }) => setting)

describe('finding a setting', () => {
  it('searches names, descriptions and keywords in both languages', () => {
    expect(namesOf('theme')[0]).toBe('theme')
    expect(namesOf('night mode')).toEqual(['theme'])
    expect(namesOf('主题')).toEqual(['theme'])
    expect(namesOf('decimal comma', 'zh-CN')).toEqual(['numberFormat'])
    expect(namesOf('密度')).toEqual(['density'])
    expect(namesOf('色盲')).toContain('sequentialPalette')
    expect(namesOf('ＰＲＯＸＹ')[0]).toBe('proxy')
    expect(namesOf('base path')[0]).toBe('base_path')
    expect(namesOf('telemetry')).toContain('telemetry')
    expect(namesOf('no such thing at all')).toEqual([])
    expect(namesOf('  ')).toEqual([])
  })

  it('covers every setting except the tour, which is under Help', () => {
    const known = Object.keys(defaultSettings).filter((name) => name !== 'tourSeen')
    expect(foundSettings).toEqual(expect.arrayContaining(known))
  })

  it('leaves out settings that have no effect with the host or profile', () => {
    const found = (status: AppStatus, query: string, updates?: UpdateState) =>
      findSettings(query, toNotOffered(status, updates), 'en').map(({ setting }) => setting)
    const browser: AppStatus = { ...labStatus, host: 'loopback' }
    const current: UpdateState = { kind: 'none', checkedAt: null, held: null }
    expect(found(labStatus, 'history')).toEqual(['keepRecent', 'clearRecent'])
    expect(found(browser, 'history')).toEqual([])
    expect(found(labStatus, 'update', current)).toEqual(['updateChannel'])
    expect(found(labStatus, 'update', { kind: 'none', checkedAt: null, held: 'build' })).toEqual([])
    expect(found(labStatus, 'token')).not.toContain('token_body')
    const capsule: AppStatus = { ...labStatus, profile: { ...labProfile, signIn: 'capsule' } }
    expect(['scopes', 'backup', 'base path'].flatMap((query) => found(capsule, query))).toEqual([])
  })
})

function open() {
  answerWith({
    'app.status': () => demoStatus,
    'session.user': () => ada,
    'settings.get': () => defaultSettings,
    'recent.list': () => [],
    'updates.status': () => ({ kind: 'none', checkedAt: null, held: 'build' }),
  })
  openApp('/settings?tab=account')
}

describe('the search box of the settings', () => {
  it('opens a setting of another tab by keyboard, and focuses its control', async () => {
    open()
    const field = await screen.findByRole('searchbox', { name: 'Search the settings' })
    await user.type(field, 'share limit')
    expect(await screen.findByText('Share of the limit')).toBeTruthy()
    await user.keyboard('{Enter}')
    const share = await screen.findByRole('textbox', { name: 'Share of the limit' })
    await waitFor(() => expect(document.activeElement).toBe(share))
    expect(window.location.hash).toContain('tab=data')
    expect((field as HTMLInputElement).value).toBe('')
  })

  it('is navigated by arrow keys, reports an empty result, and is cleared by Escape', async () => {
    open()
    const field = await screen.findByRole('searchbox', { name: 'Search the settings' })
    await user.type(field, 'colour')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(window.location.hash).toContain('tab=appearance'))
    await waitFor(() => expect(document.activeElement?.closest('[id^=setting-]')).toBeTruthy())
    await user.type(field, 'xyzzy')
    expect(await screen.findByText('No setting is called that. Try another word.')).toBeTruthy()
    act(() => field.focus())
    await user.keyboard('{Escape}')
    expect((field as HTMLInputElement).value).toBe('')
  })
})
