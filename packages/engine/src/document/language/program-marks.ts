import type { LanguageMarks } from './language-marks.ts';

/** Languages that programs are written in. */
export const PROGRAM_MARKS: Readonly<Record<string, LanguageMarks>> = {
  javascript: {
    marks: `
6  console . log·error·warn·info  module . exports
5  ^ import W from S  } from S  ^ export default·const·function·class·async·{
4  ^ const W = require (  ^ const·let·var { W  async function  new Promise  ^ constructor (
3  ) => {  ^ const·let [ W  document . querySelector·getElementById·createElement·body·title·addEventListener  ^ import { W  async (  JSON . parse·stringify  addEventListener  setTimeout (
2  ^ const W =  ^ let W =  ===  !==  function (  ^ function W (  W => {  window . W  require ( S )  undefined  typeof W  new Error (  . then (
1  W => W  ) => W  await W  ^ var W =  this . W  ^ import S  . map·filter·forEach·reduce·push (  ^ } ) ;  => (  alert (
0.3  ; ¶  ) {
-6  </ script`,
  },
  typescript: {
    like: ['javascript'],
    doubt: 3,
    marks: `
6  ^ import type  { type W
5  ) : Promise <  ^ export type·interface·enum·abstract·declare  : string·number·boolean·unknown·any·void ;·,·)·=·[·{·|·=>·}·>
4  ^ type W =  ^ type W <  as const  keyof  ?: string·number·boolean  ?: ( )
3  ^ type W ,  , type W  readonly W :  as string·unknown·any·never  ^ interface W {  ) : W =>  Promise <  Record <  ^ declare W  private·public readonly  : ( ) =>  satisfies  value is W  : JSX·ReactNode·React
2  W < C > (  } : {  ) : W {  : W [ ]  readonly W  ^ enum W {  Map < string  ( W : W ,·)  unknown  ) : W [  } : C )
1  ( W : W  : W |  as C  ?: W  < T >  W < C >`,
  },
  jsx: {
    like: ['javascript', 'html'],
    doubt: 4,
    marks: `
5  className = S·{  return ( ¶ ^ <  => ( ¶ ^ <  return <° W  key = {
4  onClick·onChange·onSubmit = {  </ >  && <° W  = { ( )
3  ? <° W  useState (·<  useEffect (  = { W·{  { W . map (
1  { W }  /> ¶
-6  . className  < script  <! doctype  class = S  ^ < style  ^ < template  {{ W`,
  },
  tsx: { like: ['javascript', 'html', 'typescript', 'jsx'], doubt: 7, marks: '' },
  python: {
    marks: `
6  if __name__  ^ from W import  ^ from W . W import  async def  __init__
5  ^ import W as W  ^ else : ¶  ^ try : ¶  lambda W :  -> None :  ^ finally : ¶  lambda :
4  ( self  ^ elif  ^ except W  ^ except :  in range (  as W : ¶  ) -> W :  ^ @ W ¶ ^ def·class  : ¶ ^ """  ^ from . W
3  ) : ¶  ^ class W :  is None  is not None  for W in W ]·)  ^ for W in W : ¶  ^ async with  ] : ¶  ^ from W . W . W
2  ^ def W (  ^ import W ¶  self .  : str·int·bool·float·dict·list ,·)·=  f S  if not W  ^ raise W  ^ pass ¶  not in  elif W  ^ import W , W  . items ( )  __name__
1  None  """  print (  len (  . append (  ^ for W in  ** W  [ : N  . split (  ^ while W :  isinstance (  ** kwargs
0.5  : ¶  True  False
-2  ; ¶`,
  },
  java: {
    marks: `
8  ^ import java·javax
6  System . out  public static void main
5  @ Override  ^ package W . W ;  ^ package W . W . W ;  for ( C W : W
4  ^ import W . W . W ;  ^ import W . W . W . W  throws W  new C <>  catch ( C W )  ^ import static
3  private·public·protected final C  public class C {  public class C extends·implements  String [ ]  . stream (  Map < String  public C C (  @ C ¶ ^ public·private·@  List < C > W  C :: W
2  public interface·record·enum·abstract  implements C  public W W (  private C W ;  private static  throw new C (  ^ final class  public C <  C W = new C (
1  String W  boolean W  int W =  final C W  extends C {  public W  @ C (  C W = W  double W
0.3  ; ¶`,
  },
  c: {
    marks: `
5  typedef struct
4  malloc (  char * W  const char *  struct W *  FILE *  char W [  uint8_t·uint16_t·uint32_t·uint64_t·int32_t·int64_t W·*  sizeof *
3  # include <  # define W  # ifndef W  printf (  sizeof (  void *  unsigned int·char·long  size_t  . h >  int * W  int main (  # if defined
2  ( W * )  argv  argc  static W *  # include S  # ifdef W  # endif  # if W  ( void )  fopen (  NULL )·;  int W [  ^ static W W (·=
1  int W =  int W ;  for ( int W  void W (  return N ;  * W =  -> W  struct W {  & W [  NULL  # pragma  long W
0.3  ; ¶`,
  },
  cpp: {
    like: ['c'],
    doubt: 3,
    marks: `
6  using namespace  std ::
5  ^ template <  ^ public·private·protected : ¶  nullptr  static_cast  : public W  unique_ptr·shared_ptr
4  # include < W >  cout <<  auto & W  auto && W  constexpr  noexcept  typename W  # include < W / W >
3  const W &  auto W =  virtual  vector <  = default ;  ~ W (  explicit W  [ & ]  const W :: W &  operator  ) const ;·{·¶
2  ^ namespace W {  W & W  ^ class W {  W :: W (  inline W  ^ namespace W :: W
1  bool W  override  string W  & &`,
  },
  csharp: {
    marks: `
6  ^ using System  Console . WriteLine·ReadLine·Write  { get ;  public async Task  static void Main  foreach ( var W in
5  MonoBehaviour  IEnumerable <  ^ using W . W . W ;
4  ^ using W ;  ^ using W . W ;  Task <  ^ [ W ( S ) ]  foreach ( W W in  using var  is not null  ^ namespace W . W ¶·;
3  . Where·Select·ToList·OrderBy·FirstOrDefault (  $ S  public string·override·virtual·partial·sealed  protected override  new ( )  private readonly C W  : ControllerBase  public class W : W  out var  ?? throw  namespace W . W
2  public static W W (  ^ namespace W ;  string W  private W _  public W W {  public int·bool·decimal  internal W  var W = new  ^ [ C ] ¶ ^ public·private·[
1  ) ¶ ^ {  string [ ]  bool W  => W ;  readonly W
0.3  ; ¶`,
  },
  go: {
    marks: `
7  err != nil  ^ func ( W * W )
6  ^ func ( W W )  ^ type W struct {  ^ type W interface {  go func  for W , W := range
5  ^ import (  map [ W ] W  fmt . W (  ) error {  , error )  , err :=  err :=
4  ^ package W ¶  [ ] string·byte·int·W {  chan W  context . Context  ^ for W := range  http . Request·ResponseWriter
3  defer W  make (  , error  & W {  return nil ,  := range  make ( chan  interface { }
2  :=  ^ func W (  range W  , nil  != nil  ^ import S ¶
1  <- W  <-  func (  struct {  ^ var W W ¶  * W )  nil  ^ var W = W  ^ go W
-2  ; ¶`,
  },
  rust: {
    marks: `
7  ^ use std ::
6  let mut W  println !  impl W for W  ^ impl <  ^ use crate·super ::  ^ pub ( crate )
5  format·vec·panic·assert_eq·assert·macro_rules·write·matches ! (  & self  ^ impl W  -> Result <  -> Option <  . unwrap (  < ' W  async fn  & mut
4  # [ derive·cfg·test  & str  Vec <  ^ pub struct·enum·trait·mod  String :: from  & ' W  ) ? ;  . await ?
3  ^ pub fn W  ^ fn W (  ^ match W {  Ok (  Err (  Box <  dyn W  ^ mod W  . iter ( )  :: <  as usize  -> &  Some ( W )  # [ W  :: new ( )  None =>
2  Some (  ^ if let  ^ use W ::  . await  i32·u32·u8·usize·f64·u64·i64·i8·u16  ^ #! [  -> W {  . collect (  where W :
1  W :: W  let W : W  ^ let W =  | W |  ^ let ( W
0.3  ; ¶`,
  },
  ruby: {
    marks: `
6  do | W |  do | W ,  ^ def self .  attr_reader·attr_accessor·attr_writer  ^ it S do  require_relative
5  { | W |  & : W  Rails .  { | W ,
4  ^ def W ¶  ^ require S ¶  puts W  puts S  ^ class C < C  rescue  ^ module C ¶  ( : W )  ^ class C ¶  initialize  ^ end ¶ ^ end ¶
3  . each  ^ def W ( W ) ¶  ^ describe  elsif W  . each do  ^ context S do  ^ class C :: C  : W => W  ^ when : W
2  unless W  @ W =  , : W  S do ¶  . new ¶  . W ?  ^ def W ( W ,  raise C  ^ extend·include C ¶  ^ private ¶
1  ^ end ¶  do ¶  #{  nil  ^ def W (  . nil ?  =>  . W !  ^ @ W  yield  ^ unless·if W
-2  ; ¶  ^ local W`,
  },
  php: {
    marks: `
12  <? php
7  $ this ->  public function  foreach ( $ W as $  private·protected·static function
6  function W ( $  function W ( W $  use W \\ W  namespace W \\ W  $ _GET·_POST·_SERVER·_SESSION  declare ( strict_types
5  function ( $  function ( W $  . $ W  echo $
4  isset (  ^ $ W = $ W ->  $ W [ S ]  $ W :: W  <? =
3  $ W ->  array (  ?>  => $ W  preg_replace·preg_match·implode·explode (  $ W = new W  $ W = [
2  -> W (  $ W =  W $ W  , $ W  ( $ W  :: W (
1  => S  echo S  $ W  ) : W {
0.3  ; ¶`,
  },
  swift: {
    marks: `
8  ^ import SwiftUI·UIKit·Foundation·Combine  guard let  some View  override func  mutating func
6  : View {  weak var  @ State·Published·ObservedObject·IBOutlet·IBAction·Binding·MainActor·escaping·Environment  DispatchQueue  fileprivate  ^ guard W
5  ^ protocol W {  ^ extension W {·:  ^ extension W where  async throws  throws ->  ^ protocol W :
4  ^ struct W : W {  ^ enum W : W {  if let W =  lazy var  { get }  { get set  inout  for W in W where  ^ public·private func
3  func W ( W W :  ) -> W {  $ N  try await  func W ( _ W :  ^ class W : W {  ^ init (  private var  W : W ? ¶·=  -> some
2  func W (  ^ let W = W  var W : W  ^ var W : W  . self  ^ case W ¶  ^ case . W  try ?  let W : W  ^ if let  . count  self . W = W ¶
1  ^ let W =  ^ var W =  in ¶  nil  ??  ^ for W in W {  print ( S  -> W {  ^ let W : [ W
-2  ; ¶  :: W`,
  },
  kotlin: {
    marks: `
8  override fun  suspend fun  companion object  lateinit var  by lazy  ^ import kotlin·kotlinx·android·androidx
7  data class  class W ( private val  ^ fun main (
6  ^ fun W (  class W ( val  const val  fun W . W (  private fun  const val
5  fun < W >  fun W <  listOf·mutableListOf·mapOf·mutableMapOf·setOf·arrayOf (  is W ->  is W . W ->  sealed class·interface  . let·apply·also·run {  ^ class W : W ( )
4  when (  ?: W  W ? = null  it . W
3  private val  ?.  !!  ^ object W {  init {  when {  . forEach·map·filter {  val W : W  ?: S  W : W ? )
2  val W =  : W ( ) {  else ->  object :  ?: return
1  ^ var W =  println (  : Int·String·Boolean·Long·Unit  ^ import W . W . W ¶
-2  ; ¶`,
  },
  scala: {
    marks: `
7  case class  ^ sealed trait  ^ import scala  override def  ^ object W extends
6  case _ =>  extends App  lazy val  ) ( implicit W
5  W match {  case W ( W ) =>  trait W [  trait W extends  Future [  def W [
4  case W =>  Option [  Seq [  implicit W  ^ given W  ^ for { ¶  def W :  . _ ¶  match ¶  } yield  . { W ,
3  s S  ^ def W ( W : W ) :  List [  ) : W [  ^ object W {  ) : W = ¶  extension (  W : W [ W ]  : Unit
2  val W =  def W (  val W : W  ) : W =  Array [  ^ object W :  ^ trait W :  _ . W  ( _ W·*·+  ^ class W ( W : W
1  W <- W  _ <- W  => W  println (  ^ def W =  [ C ]  yield W
-2  ; ¶`,
  },
  dart: {
    marks: `
8  Widget build (  extends StatelessWidget·StatefulWidget·State  required this  Map < String , dynamic
7  @ override ¶  BuildContext  super . key  late final  factory W .
5  ( this . W  Future <  factory W (  < int·String·double > [  dynamic >  ) async {  ) async =>  ) async *
4  child : W  late W  mixin W  runApp (  String toString ( ) =>  Stream <
3  final W =  this . W ,  void main ( )  const W (  children : [  as Map·List
2  final W W ;  String ? W  setState ( (  print ( S  : const W  as double·String·int  W ? W ;  ^ import S ;
1  void W (  var W =  => W (  : W (  List < String >  ^ import S  required W
0.3  ; ¶`,
  },
  lua: {
    marks: `
8  local function  in ipairs·pairs (  setmetatable
7  function W : W (
6  table . insert·concat·remove
5  function W . W (  vim . W  for W = N ,  ^ local W , W =  local W = require
4  ~= nil  love . W  ^ local W =  == nil then  .. S  S ..
3  ~=  end )  == nil  then ¶ ^ return  function ( ) ¶  ^ elseif W . W  ) then ¶  string . format  ^ local W ¶
2  then ¶  .. W  ^ function W (  not W then  ] ]
1  ^ -- ¶  ^ end ¶  end ¶  nil  print (  do ¶  elseif W  require (  # W
-2  ; ¶  = $(  = \${`,
  },
  perl: {
    marks: `
7  use strict  use warnings  foreach my
6  ^ my $  ^ my ( $  or die  bless  qw (·/  my ( $
5  my $·@·%  sub W {  @ _  chomp  push @  keys %  our $·@·%  < STDIN >  @ {
4  =~  shift ;  die S  W -> {  $ W -> {  $ _ [  ^ = head1·pod·cut·item·over
3  ^ N ; ¶  ^ use C :: C  ^ package C ;·::  elsif (  unless (  \\ $  \\ @  eq S  ne S  last·next ;  $ W {  % W =  last·next if·unless  local $
2  @ W =  $ _  print S  $ W -> W  ^ use W ;  return $  % $ W  scalar (
1  $ W =  $ W  @ W  % W  if (
0.3  ; ¶
-4  $ this  ^ foreach ( $ W in  function W`,
  },
  r: {
    marks: `
9  <- function (
8  %>%
7  ^ library (  ggplot (  na . rm =
6  <- c (  data . frame (  aes (  seq_along (  sapply·lapply·tapply·vapply (
5  is . na (  read . csv (  paste0·paste (  stringsAsFactors
4  for ( W in  ^ W <- W (  ^ W <- N  ^ W <- S  <- W ~ W  group_by (  summarise (
3  ^ summary (  lm (  , data =  ^ W . W <-  ] <- W·N  W $ W <-
2  ^ W <- W  W <- W  W $ W  W ~ W  c ( N  NA  in N : W·N  c ( S
1  TRUE  FALSE  mean (  col =  return (  ^ print (  NULL  |>  # ¶
-2  ; ¶  :: W ->  <- W ; ¶  -> W`,
  },
  haskell: {
    marks: `
8  ^ import qualified  ^ module C where  { - # LANGUAGE  | otherwise
7  [ W | W <-  instance C C where  < $ >
6  :: IO  deriving (  = do ¶  putStrLn  ^ newtype  ^ class C W where
5  ^ W :: W  ^ W :: [  ^ W :: (  mapM_·foldr·concatMap·foldl  ^ data C W =  >>=  where ¶ ^ import
4  :: W -> W  ^ data C =  deriving  ^ import C . C (  fmap  ^ module C . C  ^ instance C  ( W : W ) =  ^ import C . C ¶
3  -> W ->  where ¶  Maybe W  case W of ¶  \\ W ->  . W $  -> IO  => W ->  ^ type C =  Just W  -> [
2  of ¶  ^ | W  Just (  Nothing  <- W  /=  . W $ W  where W
1  ++  -- ¶  let W =  :: W  $ W  ^ import C
-2  ; ¶  ) {`,
  },
  elixir: {
    marks: `
9  ^ defmodule W
8  defp W
7  { : ok·error ,
6  @ moduledoc·doc·spec·impl·callback  IO . puts·inspect  , do :  __MODULE__  { : noreply·reply
5  Enum . W  fn W ->  case W do ¶  fn ( W  ^ use GenServer  ^ test S do ¶  defstruct
4  ^ def W do  ) do ¶  ^ alias W .  } -> W  % {  & N  ^ def W ( W ) do  \\ \\ S  case W . W
3  ^ |>  |>  : ok  , : W }  } <- W  % W {  & (  ^ cond do
2  do ¶  ^ use C  with {  fn {  <>
1  ^ end ¶  -> W  #{  raise S  : W
-2  ; ¶`,
  },
  erlang: {
    marks: `
10  ^ - module (
9  ^ - export (  io : format
7  receive ¶  lists : W
6  ^ W ( ) ->  end . ¶  ^ W ( N ) ->  ^ - behaviour·behavior·record·define·spec·include W·(
5  ^ W ( W ) ->  { ok ,  { reply ,  ! {  gen_server  =:=
4  ) -> ¶  ) when W  { error ,  [ W | W ]  fun ( W  ^ W ( W , W ) ->  -> ok  ^ W ( [
3  end , ¶  spawn (  end ; ¶  ^ - W (  ) -> {
2  ) -> W  of ¶  W : W (  ; ¶ ^ W ( W
1  . ¶  ^ %% ¶  ^ % ¶  -> ¶`,
  },
  clojure: {
    marks: `
9  ( defn W
8  ( let [  ( : require  ( fn [  ( loop [  ( defmacro·defonce·defprotocol·defrecord·defmulti·defmethod·deftest  ^ ( ns W
7  ( swap !  ( reset !
6  ( ->>  ( recur  ( conj  : keys [
5  ( def W  ( ->  ( inc  ( atom  ( defn -  ( zero ?
4  ( println  ( when (  ( map  ( reduce  ( filter  ( str  ( GET S [
3  { : W  ( if (  ( cond  : else  ( < W  ( = W  ( + W  ( * W  ( do ¶  ( range  : as W ]
2  ( : W  ;; ¶  ) ) ) ¶  ( mod W  ( if W
1  ) ) )  : W W  [ W W ]
-3  ; ¶  ) ;`,
  },
  matlab: {
    marks: `
8  ^ function W = W (  ^ function [ W
7  hold on  close all
6  for W = N :  num2str (  grid on  ^ clc
5  disp (  ^ [ W , W ] =  ^ clear ;·¶·all  ^ [ ~ ,  end ¶ ^ % ¶
4  ( : ,  , : )  ^ figure ;·¶·(
3  fprintf (  zeros (  linspace (  ( : )  xlabel (  N ; N  [ N N  @ ( W )  ' ;  ' )  ^ W = [ N
2  ^ % ¶ ^ W =  .*  .^  ./  plot (  ones (  ~=  ^ for W = W
1  ^ % ¶  ^ %% ¶  ^ end ¶  ; ¶  elseif W  rand (  size (  length (  title (  ^ W = W (  error (
-3  { ¶  W => W  ^ let·const·var W  # include  :: W  ^ my $  ^ # ¶  ) {`,
  },
  julia: {
    marks: `
8  ^ mutable struct  eachindex (
7  ^ abstract type
6  ^ import Pkg  ^ using LinearAlgebra·Plots·DataFrames·Statistics·Random·Test
5  :: Int·Float64·String·Vector·Any·Real·Number·T·AbstractString·AbstractVector·Bool  <:  ^ struct W ¶  ^ using W , W  ^ struct W {
4  ^ using W ¶  ^ W ( W ) = W  ^ using W :  && return  @ time·show·test·assert·btime·inbounds·views  push !  where { T·W  ^ W ( W :: W
3  in N : W  Float64  Int64  W ! (  ^ module W ¶  where T  ( W :: W  .^ N  ^ for W in N :  ^ function W ( W )  for W in W ]
2  W . (  nothing  π  ^ end ¶ ^ end ¶  ^ function W (  println ( S  in N :  ) = W (
1  W :: W  ^ end ¶  println (  .^  .*  |>  ^ export W  begin ¶  rand (  -> W  =>
-2  ; ¶  { ¶  ^ local W  then ¶  ^ def W`,
  },
  zig: {
    marks: `
9  @ import (  [ ] const u8  std . debug
8  errdefer  comptime  catch unreachable
7  ! void {  ^ const W = struct  ^ test S {  union ( enum )  std . mem
6  ^ const W = @  @ as (  @ intCast·sqrt·ptrCast·This·TypeOf·memcpy·panic·sizeOf·enumFromInt·intFromEnum (  orelse  catch |  ^ const W = std  = enum {  [ ] u8
5  ) ! W  catch return  ^ pub const W =  std . heap
4  = struct {  ) ? W {  ^ try std  => . W  : [ ]  ^ pub const W :
3  . {  std . W  ) W {  pub fn W (  allocator  = . W  = . {
2  ^ fn W (  defer W  u8·u32·i32·usize·f32·u64·bool )  try W  ^ pub fn
1  ^ const W =  ^ var W =  ^ var W : W
-4  let mut  & self  impl W  -> W {  :=  =>  :: W`,
  },
};
