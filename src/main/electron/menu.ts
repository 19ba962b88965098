import { app, Menu } from 'electron'
import { type MenuActions, type MenuState, toMenuTemplate } from './menuTemplate.ts'

/** The application menu: made anew where what it says has changed or `isForced` is asked for, and left alone otherwise. */
export function createMenu(actions: MenuActions): { show(state: MenuState, isForced?: boolean): void } {
  let shownState = ''
  return {
    show({ language, profile, readOnly, offline, recent, profiles }, isForced = false) {
      const state = { language, profile, readOnly, offline, recent, profiles }
      const nextState = JSON.stringify(state)
      if (nextState === shownState && !isForced) return
      shownState = nextState
      const mac = process.platform === 'darwin'
      const template = toMenuTemplate(state, { mac, devTools: !app.isPackaged, appName: app.name, actions })
      Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    },
  }
}
