import type { LanguageMarks } from './language-marks.ts';

/** Languages of pages, data, queries, shells and builds. */
export const MARKUP_MARKS: Readonly<Record<string, LanguageMarks>> = {
  sql: {
    marks: `
7  create table  alter table
6  insert into W  update W set  delete from  drop table  join W W on  join W on
5  group by  order by  left·inner·right·outer·full join  primary key  select *  varchar (  create index·view·unique·or·function·temporary·database·trigger·schema·type  foreign key  in ( select  ^ with W as (  interval S  on conflict
4  select distinct·count·sum·max·avg·min  select W . W  not null  add column  union all  coalesce (  over (  commit ;  partition by
3  ^ select W  values (  is null  ) as W  references W  select W ,  where W =  ^ from W W ¶  begin ;  select W from  if exists
2  ^ alter W  join W  where W  limit N  like S  default N·S  having W  ^ select  ^ on W . W
1.5  ^ from W  ^ where W  ^ and W
1  count (  sum (  as W ,  between W  text ,  integer·timestamp·serial·boolean·bigint W·,  ^ -- ¶  set W =
0.3  ; ¶
-3  {`,
  },
  html: {
    like: ['xml'],
    doubt: 2.5,
    marks: `
10  <! doctype html  <! DOCTYPE html
6  ^ <° script  </ script >  <° html
4  <° link rel  <° meta W  <° br·hr·img·input
3  href = S  <° W class = S
2  src = S  style = S  & nbsp·amp·copy·lt·gt ;
1.5  <° div·span·p·a·ul·li·ol·h1·h2·h3·h4·table·tr·td·th·form·button·section·nav·header·footer·main·body·head·style·label·strong·em·b·i·select·option·textarea·article·pre·code·video·iframe·small  </ div·span·p·a·ul·li·ol·h1·h2·h3·h4·table·tr·td·th·form·button·section·nav·header·footer·main·body·head·style·label·strong·em·b·i·select·option·textarea·article·pre·code·small >
-6  <? xml`,
  },
  xml: {
    marks: `
10  <? xml
7  xmlns : W =
6  xmlns =  <! ELEMENT
5  <! [ CDATA
4  </ W : W >
2  </ W >  ^ <° W : W  ^ <° W . W
1.5  > ¶ ^ <° W  <° W W = S  ^ <° C  </ C  ^ <° W >
1  /> ¶  <!-- ¶  <° W >  ^ W = S  ^ W : W = S`,
  },
  css: {
    marks: `
7  ^ @ media  ^ @ keyframes
6  : var ( --  ^ .·# W :: W
5  ^ .·# W {  ^ .·# W : W {  ^ -- W :  ! important  :: after·before  ^ : root  ^ @ font
4  : # W ;  rgba (  : hover  ^ .·# W - W  z - index :  linear - gradient  : # N ;  ^ .·# W .·>·, W  ^ .·# W .·# W  ^ .·# W ,
3  : N ;  color :  background :  margin :  padding :  display :  font - W :  border - W :  text - W :  flex - W :  line - height  ^ W , W {  ^ .·# W W  grid - W  : N }
2  width :  height :  border :  position :  : N N  : - W - W
1  ^ W {  : auto·none·flex·block·inherit  : W ;  { W :  ; ¶ ^ W :  @ import  > *  : N
-4  ^ const·let·var·function·import·export  =>  ===`,
  },
  scss: {
    like: ['css'],
    doubt: 3,
    marks: `
8  @ mixin
7  @ include
6  ^ $ W :  ^ $ W - W :  ^ & :  ^ & .  #{ $  @ extend  @ each $
5  ^ & -- W  @ function W (  @ return  @ forward  ^ & W  @ if $  @ else
4  : $ W  darken·lighten·map (  @ use
3  { ¶ ^ W {  ; ¶ ^ . W {  { ¶ ^ . W {  { ¶ ^ & W  } ¶ ^ &
2  $ W ;  ; ¶ ^ W {  $ W )
1  ^ // ¶`,
  },
  yaml: {
    marks: `
6  ^ apiVersion :
5  : | ¶  ^ - uses :  : > ¶  : | - ¶
4  ^ - name :  ^ metadata : ¶  ^ services : ¶  ^ jobs : ¶  ^ - run :  ^ - W : ¶
3  ^ - W : W  ^ - W : S  : ¶ ^ - W  ^ kind : W ¶  ^ steps : ¶  ^ - W - W :
2.5  : ¶ ^ - S  : ¶ ^ W :  : ¶ ^ W - W :
2  ^ --- ¶  ^ W : W : W  ^ - { W :
1.5  ^ W : ¶  ^ W : N ¶  ^ W : S ¶  ^ W : W ¶  ^ W - W :  ^ - S ¶  ^ W : [ W  ^ S : ¶
1  ^ - W ¶  ^ W : W / W  ^ W : W -  ^ # ¶ ^ W :  ^ W : \${
-2  ; ¶  { ¶  , ¶  ( W )  =>`,
  },
  toml: {
    marks: `
6  ^ [[ W  ^ [[ W - W
5  ^ W = { W =  ^ W - W = { W
3  ^ [ W . W  ^ W - W = S  ^ W - W = [  ^ W - W = N
2.5  ^ W = S ¶  ^ W = [ ¶  ^ W = [ S  ^ W = N - N
2  ^ [ W ] ¶  ^ [ W - W ]  ^ W . W = S  ^ [ W . W ] ¶ ^ W = S  ^ S = S ¶
1.5  ^ W = true·false ¶  ^ W = [ N  ^ [ W ] ¶ ^ W = S
1  ^ W = N ¶  ^ S , ¶
-2  ^ W =! S·W·N  ; ¶  ) ¶  { ¶  ( W  ^ W S  ^ W = W (  ^ W = W ¶`,
  },
  ini: {
    marks: `
6  ^ [ *
4  ^ [ W S ]
3  ^ [ W ] ¶  ^ ; ¶  ^ [ W - W ]  ^ [ W W ] ¶
2  ^ W = W ¶  ^ W = / W  ^ W - W = W  ^ W . W = W
1  ^ W =! W·N·/  ^ W = N ¶  ^ W = W  ^ W = ¶  ^ W : W ¶  ^ W = N W
0.5  ^ # ¶
-1.5  ^ W = S ¶  ; ¶  ^ W = [
-3  { ¶  ( W  ) ¶  ^ W S  $ (  $(  ^ W = W (  ^ W = W .  ^ W = W [`,
  },
  bash: {
    marks: `
6  ; then ¶  ^ fi ¶  ; do ¶  ^ esac  ^ export W =  ^ alias W =  ^ git clone·commit·push·pull·add·checkout·status·init·log·branch·merge·rebase·diff·fetch·remote·stash·switch·reset·config  ^ pip·pip3 install  chmod + W  ^ $ npm·npx·pip·git·cd·docker·python·curl·node·sudo·yarn·cargo·brew·make·ls·cat·echo
5  ^ done ¶  ^ done <·|  if [[  ^ set - W  | grep·awk·sed·xargs·wc·sort·head·jq·tee·tail·cut·bash·sh  > / dev  ^ sudo W  ^ npm·pnpm install·run·ci·start·test·init·i·publish·exec·add·create  ^ docker run·build·compose·ps·exec·pull·push·logs·stop·rm  ;; ¶  while read  ^ curl -  elif [
4  if [  while [  = $(  - z·n·f·d S  - z·n·f·d $  ^ apt·brew install·update  ^ yarn add·install·dev·build  ^ npx W  ^ kubectl W  ^ cargo·go build·run·test·add·install·new·get·mod  ^ rm·mkdir·cp·chmod·ls·tar·cat·ln·mv - W  trap S  ]] ;  ] ;  N > & N  ^ wget W·-  ^ then ¶  ^ cd .. ¶  ^ apt - get
3  ^ echo S  ^ echo $  ^ source W·.·~  > & N  ^ . / W  ^ curl S·W  read - W  ^ cd W ¶  ^ if ! W  ^ case S in ¶  ^ case $ W in  ]] &&  ^ local W =
2  ^ W =! S ¶  ^ W =! \${·$(·$  ^ echo W  ^ cd  $ @  $ #  $ ?  exit N ¶  ^ python·python3·node W . W  ^ for W in $·S·*  $ W ; do  ^ export W  ^ ssh W  ^ node·python·python3 - W  ^ W ( ) { ¶
1  $(  \${  && W  $ N  \\ ¶  -- W  ^ W = $  ^ rm·mkdir·cp·mv·touch·ls W  || W  ^ # ¶  S ; do
-2  ; ¶  ^ $ W =  => {  ^ [ W ] ¶
-8  ^ . PHONY  ^ W : ¶ ⇥  ^ W - W : ¶ ⇥`,
  },
  powershell: {
    marks: `
8  [ CmdletBinding
7  $ env :
6  - Object  Write - Host·Output·Error·Verbose·Warning  [ Parameter  [ W [ ] ] $  Get - ChildItem·Content·Item·Service·Process·Date  $ PSScriptRoot
5  ^ param (  function C - C  [ W ] $ W  foreach ( $ W in  - eq·ne·gt·lt·like·match·notmatch $·S·N
4  - Path·Filter·ErrorAction·Force·Recurse·Uri·OutFile·ComputerName  $ _ .  Set·New·Remove·Add·Export·Import·Invoke·Start·Stop·Test·ConvertTo·ConvertFrom·Out·Install - C
3  $ true·false·null  | C - C  - eq·ne·gt·lt·and·or·not  C : \\
2  $ W = C - C  @ {  @ (  ^ param  $ W . C
1  $ W =  $ W  } else {  $(
-2  ; ¶  ->`,
  },
  dockerfile: {
    marks: `
8  ^ WORKDIR  ^ CMD [  ^ ENTRYPOINT  ^ EXPOSE N
6  ^ FROM W : W·N  ^ HEALTHCHECK  ^ FROM W / W  ^ FROM W : $
5  ^ RUN W  ^ FROM W AS  ^ COPY .·--  ^ CMD W  ^ VOLUME  ^ FROM W ¶ ^ RUN·COPY·ENV·WORKDIR·LABEL
4  ^ COPY W  ^ ENV W  ^ ARG W  ^ LABEL W
3  ^ USER W  ^ ADD W  ^ SHELL [
2  ^ FROM W
-3  { ¶  ; ¶`,
  },
  makefile: {
    marks: `
10  ^ . PHONY
7  $( wildcard·patsubst·shell·foreach·subst·filter·addprefix  ^ % . W :
5  ⇥ ^ $(  ⇥ ^ @  ^ W : ¶ ⇥  ^ W - W : ¶ ⇥  ^ clean :  ^ W ?=
4  ^ all :  ^ ifeq·ifneq·ifdef·ifndef (·W  ^ CC =  CFLAGS  ^ W : W ¶ ⇥  : W W ¶ ⇥  ^ W : W . W  : $( W ) ¶ ⇥
3  $ @  $ <  $ ^  ^ W := $(
2.5  $( W )  ^ W :=
2  ^ W = - W  ^ include W  ^ endif  ^ W +=  ^ W : W W ¶
1  ^ W = W  ^ # ¶
-2  ; ¶  { ¶  ^ if ( W  ^ func W  ^ type W`,
  },
  markdown: {
    marks: `
6  ^ \`\`\`
5  ^ - [ x ]  ^ - [ W ]  ^ ! [  ^ | ---  ^ * [ W
4  ^ - [ ]  ] ( http  ^ * **  ^ - **  ] ( https
2  ^ | W |  ^ | W W  ] ( .  ] ( #  ] ( /
2.5  ^ > W  ] ( W
1.8  ^ ## ¶
2  ^ N . W  ^ - [ W  ^ N . **  ^ - S  ** W ** W
1.5  ** W  ^ - W W  ^ * W W  W S W  W ** W
0.4  ^ --- ¶
0.1  ^ # ¶
-3  ^ | W | ¶
-1.5  ; ¶  { ¶  => {  ) {`,
  },
  diff: {
    marks: `
14  ^ @@ - N  ^ diff -- git
9  ^ *** N  ^ *** W
6  ^ +++ W  similarity index  ^ rename from·to
5  ^ --- W /  ^ --- W . W  ^ +++
2  ^ --- W  ^ index W·N
1  ^ + W  ^ - W  ^ +  ^ -  ^ ! W`,
  },
  graphql: {
    marks: `
9  ^ fragment W on W
8  : ID !
7  ( $ W :  ! ] !  ^ extend type
6  ^ mutation  ^ input W {
5  ^ type W {  ^ query {  ^ union W =  ^ scalar W  ... on W  ^ type W @  ^ directive @
4  : W ! ¶  ^ query W  ^ type W implements  ^ schema {  : W !
3  : String ¶  ! ]  ^ subscription W  ^ ... W ¶  : [ W  $ W : W
2  ^ W ( W : W  : $ W  ! ¶  ^ W : W ¶ ^ W : W ¶ ^ }
1  ^ enum W {  ^ interface W {  ^ W { ¶  ^ W ¶ ^ W ¶
-2  ; ¶  = W (  => {  ) ;`,
  },
  protobuf: {
    marks: `
10  ^ syntax = S ;
9  ^ rpc W (  ^ oneof W {
8  ^ message W {
7  ^ repeated W
6  ^ string·int32·int64·bool·bytes·uint32·uint64·double·float W = N  ^ service W {
5  returns (  ^ reserved  ^ optional·required W W = N
4  ^ option W =·.  map < W , W >
2.5  ^ W W = N ;  ^ W = N ;
1  ^ import S ;  ^ package W ;  ^ enum W {  ^ package W . W ;`,
  },
  latex: {
    marks: `
5  \\ documentclass·usepackage·begin·end·section·subsection·textbf·textit·frac·newcommand·maketitle·includegraphics·mathbb·infty
4  \\ item·sqrt·title·author·chapter·cite·ref·label·hline·emph·caption·sum·int·alpha·beta·pi·left·right·text·times·cdot·partial·quad·qquad·mathrm·lambda·theta
3  ^ \\ W {  \\ \\ ¶
2  \\ W {  } {  ^ \\ W  \\ \\
1  \\ W  $ W $  & W  _ {  ^ {
0.5  ^ % ¶
-3  => {  ) {`,
  },
  hcl: {
    marks: `
9  ^ resource S S {
8  ^ provider S {  ^ variable S {  ^ output S {  ^ data S S {  ^ terraform {
7  ^ module S {  ^ locals {
6  ^ W = var .  ^ backend S {
4  ^ W S {
3  var . W
2  local . W  [ for W in
1  ^ W = S ¶  ^ W {  = { ¶  ^ W = true·false ¶  ^ W = N ¶`,
  },
  vue: {
    like: ['html', 'javascript'],
    doubt: 5,
    marks: `
8  v - if·for·model·show·bind·else·on·html·slot·cloak  script setup  defineProps  defineEmits
7  ^ < template  style scoped
6  @ click·input·change·submit·close·keyup =
5  </ template >  @ W . W =
4  : W = S  @ W = S  {{ W  onMounted  < component
3  < slot
2  ref (  computed (`,
  },
  svelte: {
    like: ['html', 'javascript'],
    doubt: 5,
    marks: `
9  { # if·each·await·key·snippet  { / if·each·await·key  { @ html·render
8  { : else·then·catch  bind : W
7  on : W =  ^ $ :  $ state·derived·props·bindable·effect (
6  ^ export let  class : W =  on : W |
2  = { W }  = { ( )
1  > { W }  < script  { W . W }
-6  className  return ( ¶ ^ <  return < W`,
  },
};
