// After any change, regenerate the parser: python -m dfgen.frontend.regenerate
// SPDX-License-Identifier: Apache-2.0
//
// The dataflow graph language. Every decision needs at most three tokens of lookahead. No word is reserved: `name` takes
// keywords too, so that a port may be called `in`. Operators stand in a flat list here; parse.py knows their ranks.
grammar Sdf;

file : fileItem* EOF ;

fileItem
    : import_
    | include
    | source
    | library
    | parameter
    | typeDeclaration
    | objectDeclaration
    | graph
    | annotatedActor
    ;

graph : 'graph' name parameters? annotation* '{' statement* '}' ;

parameters : '(' (parameterDefault (',' parameterDefault)*)? ')' ;

parameterDefault : name ('=' expression)? ;

statement
    : include
    | source
    | library
    | parameter
    | typeDeclaration
    | objectDeclaration
    | port
    | annotatedActor
    | routing
    | edge
    | loop
    ;

import_ : 'import' STRING (',' STRING)* ';' ;

include : 'include' STRING (',' STRING)* ';' ;

source : 'source' STRING (',' STRING)* annotation* ';' ;

library : 'library' STRING (',' STRING)* ';' ;

parameter : 'param' name (':' typeWords)? '=' expression word='live'? ';' ;

typeDeclaration : 'type' name '=' typeWords brackets? ';' ;

objectDeclaration : 'object' typeWords '{' objectField* '}' ;

objectField : field=name ('[' count=name ']' | word=('transient' | 'external')) ';' ;

typeWords : cppName+ ;

// A name as C++ has it. A plain `name` inside of the brackets is an expression.
cppName : name templateArguments? ('::' cppName)? ;

templateArguments : '<' templateArgument (',' templateArgument)* '>' ;

templateArgument : className | expression ;

className : name (cppName+ | templateArguments ('::' cppName)? | '::' cppName) ;

brackets : '[' expression ']' ;

port : direction=('in' | 'out' | 'inout') indexed ':' typeWords rates+ pattern? (clause | annotation)* ';' ;

rates : '[' (rate (',' rate)*)? ']' ;

rate : expression ('for' expression)? ;

pattern : 'from' expression 'step' expression ;

clause
    : word=('read_only' | 'read_write' | 'write_only' | 'unused' | 'partial')
    | word='read_mostly' ('(' 'written' '=' percent ')')?
    | word='overlays' name
    | word='up' 'to' size
    ;

size : QUANTITY | expression ;

percent : (INTEGER | DECIMAL) '%' ;

annotatedActor : annotation* 'actor' indexed annotation* actorRest ;

actorRest
    : parameters? '{' actorItem* '}'
    | '=' name arguments? annotation* ';'
    ;

arguments : '(' (argument (',' argument)*)? ')' ;

argument : name '=' expression ;

actorItem
    : port
    | word=('init' | 'fire' | 'end') call ';'
    | 'state' (name ':' typeWords brackets? construction?)? ';'
    | word=('stops' | 'effect' | 'io' | 'stateless') ';'
    | 'time' duration (',' duration)* ';'
    | 'period' duration ';'
    ;

duration : (QUANTITY | (INTEGER | DECIMAL) name?) ('for' expression)? ;

construction : '(' (expression (',' expression)*)? ')' ;

call : cppName '(' (expression (',' expression)*)? ')' ;

routing : kind=('broadcast' | 'roundbuffer' | 'fork' | 'join' | 'slice') indexed '{' port* '}' ;

edge : endpoint '->' (endpoint | '{' endpoint (',' endpoint)* '}') delay? annotation* ';' ;

loop : 'for' name 'in' expression '..' expression '{' (edge | loop)* '}' ;

endpoint : indexed ('.' indexed)? ;

// In a declaration, brackets say how many there are; in an endpoint, which of them.
indexed : name brackets? ;

delay : 'delay' expression ('=' initial)? word=('keep' | 'reset')? ('from' setter=endpoint)? ('to' getter=endpoint)? ;

initial
    : 'init' call
    | '{' expression (',' expression)* '}'
    | expression
    ;

annotation : '@' name ('(' (annotationArgument (',' annotationArgument)*)? ')')? ;

annotationArgument : (name '=')? annotationValue ;

annotationValue
    : percent
    | QUANTITY
    | STRING
    | expression
    ;

expression : operand (('+' | '-' | '*' | '/' | '%' | '**') operand)* ;

operand
    : ('-' | '+')*
      ( INTEGER
      | DECIMAL
      | name ('(' (expression (',' expression)*)? ')')?
      | '(' expression ')'
      )
    ;

name
    : NAME
    | 'graph' | 'import' | 'include' | 'source' | 'library' | 'param' | 'type' | 'actor' | 'in' | 'out' | 'inout' | 'init' | 'fire' | 'end' | 'state'
    | 'stops' | 'effect' | 'io' | 'stateless' | 'time' | 'period' | 'from' | 'to' | 'step' | 'for' | 'delay' | 'keep' | 'reset'
    | 'broadcast' | 'roundbuffer' | 'fork' | 'join' | 'slice' | 'written' | 'partial' | 'unused'
    | 'read_only' | 'read_mostly' | 'read_write' | 'write_only' | 'overlays'
    | 'object' | 'transient' | 'external' | 'up' | 'live'
    ;

NAME : [A-Za-z_] [A-Za-z_0-9]* ;
INTEGER : [0-9]+ | '0' [xX] [0-9A-Fa-f]+ ;
DECIMAL : [0-9]+ '.' {self._input.LA(1) != ord('.')}? [0-9]* EXPONENT? | [0-9]+ EXPONENT ;
fragment EXPONENT : [eE] [+-]? [0-9]+ ;
QUANTITY : [0-9]+ ('.' [0-9]+)? [A-Za-z_] [A-Za-z_0-9]* ;
STRING : '"' ~["\r\n]* '"' ;
SPACE : [ \t\r\n]+ -> skip ;
COMMENT : ('//' ~[\r\n]* | '/*' .*? '*/') -> skip ;
