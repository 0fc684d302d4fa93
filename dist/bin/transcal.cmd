@echo off
rem Runs the transcal command of an unpacked archive.
rem   TRANSCAL_JAVA_OPTIONS  more JVM options, such as -Xmx8g
rem   JAVA_HOME              the Java to use; default: the one on the PATH
setlocal DisableDelayedExpansion

set "ROOT=%~dp0.."
set "JAVA=java.exe"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%ROOT%\runtime\bin\java.exe" set "JAVA=%ROOT%\runtime\bin\java.exe"
if not "%JAVA%"=="java.exe" goto found
where /q java.exe
if not errorlevel 1 goto found
echo transcal: Java is missing; install a JDK, version 17 or newer 1>&2
exit /b 1

:found
rem Every add-on that was unpacked is on the class path.
set "JARS=%ROOT%\lib\*"
for /d %%m in ("%ROOT%\lib\*-command") do call :add "%%m"

rem Java 19 and newer keep parsed classes in the user's cache; older ones ignore the option.
set "CACHE="
if not defined LOCALAPPDATA goto run
if not exist "%LOCALAPPDATA%\transcal" mkdir "%LOCALAPPDATA%\transcal" 2>nul
set "CACHE=-XX:+IgnoreUnrecognizedVMOptions -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile="%LOCALAPPDATA%\transcal\classes.jsa""

:run
set "ORT_DISABLE_TELEMETRY=1"
"%JAVA%" "@%ROOT%\lib\launch\java-options" %CACHE% %TRANSCAL_JAVA_OPTIONS% -cp "%JARS%" -Dtranscal.columns=0 -Dtranscal.command=transcal org.transcal.cli.Main %*
exit /b %ERRORLEVEL%

:add
set "JARS=%JARS%;%~1\*"
goto :eof
