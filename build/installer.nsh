; What the installer adds to the registry beside electron-builder's own: links, .csv under "Open with", and PATH.
;
; The default value of Classes\.csv is never written, so that Excel keeps the type: a program is offered for a type when
; its ProgID stands under OpenWithProgids and its Applications key lists the type under SupportedTypes.

!macro changePath ACTION
  StrCpy $0 "user"
  ${if} $installMode == "all"
    StrCpy $0 "machine"
  ${endif}
  ; The whole path: a name alone is looked up in the folder of the installer first, and the installer may run as administrator.
  nsExec::Exec '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\bin\path.ps1" ${ACTION} $0'
  Pop $0
  ; Programs that start from now on read it anew.
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro changePath add
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock" "" "URL:Pathclock link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock\shell\open\command" "" '"$appExe" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\Pathclock.Table" "" "Table of comma-separated values"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Pathclock.Table\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Pathclock.Table"

  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "Pathclock"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".csv" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, p 0, p 0)'
!macroend

!macro customUnInstall
  !insertmacro changePath remove
  DeleteRegKey SHELL_CONTEXT "Software\Classes\pathclock"
  ; The app registers itself for one account where another program has taken its links.
  DeleteRegKey HKCU "Software\Classes\pathclock"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Pathclock.Table"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Pathclock.Table"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend
