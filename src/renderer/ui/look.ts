import { createContext, useContext } from 'react'
import { defaultSettings, type Settings } from '../../shared/domain/settings.ts'

/** What a person set of how everything looks, and the language of the page. */
export type Look = Pick<
  Settings,
  'density' | 'numberFormat' | 'dateFormat' | 'divergingPalette' | 'sequentialPalette'
> & { language: string }

const LookContext = createContext<Look>({ ...defaultSettings, language: 'en' })

export const LookProvider = LookContext.Provider

export const useLook = (): Look => useContext(LookContext)
