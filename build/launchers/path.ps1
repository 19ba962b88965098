# path.ps1 add|remove machine|user: has PATH name the folder of this file, or no longer. NSIS itself would cut a PATH of more
# than 1,024 characters. Entries such as %SystemRoot% stay as they are.
param([string]$action, [string]$scope)
$key = if ($scope -eq 'machine') {
  [Microsoft.Win32.Registry]::LocalMachine.OpenSubKey('SYSTEM\CurrentControlSet\Control\Session Manager\Environment', $true)
} else {
  [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
}
$path = [string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$folders = @($path -split ';' | Where-Object { $_ -and $_ -ne $PSScriptRoot })
if ($action -eq 'add') { $folders += $PSScriptRoot }
$key.SetValue('Path', ($folders -join ';'), 'ExpandString')
$key.Close()
